import { Skeleton } from '@site/ui';
import studio from './studio.module.css';

/** While the visitor is asked for the camera: the page's own shape, and the footer where it will be. */
export function RequestingCamera({ ratio }: { readonly ratio: number }) {
  return (
    <div className={studio.steady}>
      <Skeleton shape="picture" label="Requesting camera access..." lines={5} ratio={ratio} />
    </div>
  );
}
