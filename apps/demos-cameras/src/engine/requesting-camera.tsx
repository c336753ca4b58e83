import { Skeleton } from '@site/ui';
import { Steady } from './studio.tsx';

/** Shown while the browser asks for the camera: a skeleton of the page, with the footer in its final place. */
export function RequestingCamera({ ratio }: { readonly ratio: number }) {
  return (
    <Steady>
      <Skeleton shape="picture" label="Requesting camera access..." lines={5} ratio={ratio} />
    </Steady>
  );
}
