import { ButtonLink } from '@site/ui';
import { PageFrame } from '../layout/page-frame.tsx';

export function NotFoundPage() {
  return (
    <PageFrame heading="Page Not Found" lede="Did you forget to add the page to the router?">
      <p>
        <ButtonLink to="/">Back to the home page</ButtonLink>
      </p>
    </PageFrame>
  );
}
