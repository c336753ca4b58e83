import { ButtonLink } from '@site/ui';
import { PageFrame } from '../layout/page-frame.tsx';

/** Shown for a page that does not exist yet. */
export function BeingBuiltPage({ heading, path }: { readonly heading: string; readonly path: string }) {
  const back = path.startsWith('/projects/')
    ? { to: '/projects', label: 'Back to Projects' }
    : { to: '/', label: 'Back to the home page' };
  return (
    <PageFrame heading={heading} lede="This page is being built.">
      <p>
        <ButtonLink to={back.to}>{back.label}</ButtonLink>
      </p>
    </PageFrame>
  );
}
