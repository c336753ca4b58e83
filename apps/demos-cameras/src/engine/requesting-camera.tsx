import { Skeleton } from '@site/ui';
import { Steady } from './setup-panel.tsx';

/** Shown during the browser's permission prompt: a skeleton of the page, with the footer in its final place. */
export function RequestingCamera({ ratio }: { readonly ratio: number }) {
  return (
    <Steady>
      <Skeleton shape="picture" label="Requesting camera access..." lines={5} ratio={ratio} />
    </Steady>
  );
}
