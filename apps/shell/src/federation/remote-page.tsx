import { Suspense, useCallback, useEffect, useSyncExternalStore } from 'react';
import type { BootRemote, BootRoute } from '@site/contracts';
import { useHost } from '@site/host';
import { Lead, Skeleton } from '@site/ui';
import { PageFrame } from '../layout/page-frame.tsx';
import { keepPage } from '../offline/keep-page.ts';
import { LoadFailed } from './load-failed.tsx';
import { PageBoundary } from './page-boundary.tsx';
import { LOADING, type PageLoad, type RemoteLoader } from './page-load.ts';
import styles from './remote-page.module.css';

interface RemotePageProps {
  readonly loader: RemoteLoader;
  readonly remote: BootRemote;
  readonly route: BootRoute;
}

interface ShownProps extends RemotePageProps {
  readonly load: PageLoad & { readonly status: 'loaded' };
}

function Shown({ loader, load, remote, route }: ShownProps) {
  useEffect(() => loader.ready(remote, route), [loader, remote, route]);
  useEffect(() => {
    if (route.offline) keepPage(window, route.path);
  }, [route]);
  return <load.Component />;
}

/** A remote's page in the shell's frame: heading and lede at once, the rest when its code has arrived. */
export function RemotePage({ loader, remote, route }: RemotePageProps) {
  const subscribe = useCallback((onChange: () => void) => loader.subscribe(remote, route, onChange), [loader, remote, route]);
  const load = useSyncExternalStore(
    subscribe,
    () => loader.state(route),
    () => LOADING,
  );
  useEffect(() => loader.load(remote, route), [loader, remote, route]);
  const retry = () => loader.retry(remote, route);

  const { lead } = useHost();
  const isFramed = route.layout === 'framed';
  const isBare = route.layout === 'bare';
  const windowLook = route.ground === 'dark' ? `night ${styles.window} ${styles.dark}` : styles.window;
  const middle = isFramed ? undefined : styles.waiting;
  // The look of a full-window page is unknown before it loads: only its name is shown, in the middle.
  const skeleton = <Skeleton label={`Loading ${route.title}…`} {...(route.layout === 'full-bleed' && { lines: 0 })} />;
  const said = lead?.path === route.path && <Lead lead={lead} isFirst />;
  const sourceOf = (release: string) => `${remote.name} ${release}`;

  const content =
    load.status === 'loading' ? (
      <div className={`stack gap-5 ${styles.loading} ${middle ?? styles.tall}`}>
        {said}
        <noscript>
          <p className="anywhere">
            {route.title} needs JavaScript, which is off in this browser. Allow it for this site and load the page again; the
            résumé, the shop and the contact page can be read without it.
          </p>
        </noscript>
        {skeleton}
      </div>
    ) : load.status === 'failed' ? (
      <LoadFailed
        project={route.title}
        reason={`${sourceOf(load.failure.release)}, step “${load.failure.phase}”: ${load.failure.message}`}
        className={middle}
        alone={isBare}
        threw={load.threw}
        tries={load.rounds}
        onRetry={retry}
      />
    ) : (
      <PageBoundary
        key={load.release}
        project={route.title}
        className={middle}
        alone={isBare}
        source={sourceOf(load.release)}
        tries={load.rounds}
        onThrow={(cause) => loader.threw(remote, route, cause)}
        onRetry={retry}
      >
        <Suspense
          fallback={
            <div className={`stack gap-5 ${styles.loading} ${middle ?? styles.tall}`}>
              {said}
              {skeleton}
            </div>
          }
        >
          <Shown loader={loader} load={load} remote={remote} route={route} />
        </Suspense>
      </PageBoundary>
    );

  if (isFramed) {
    return (
      <PageFrame heading={route.heading} lede={route.description}>
        {content}
      </PageFrame>
    );
  }
  return (
    <div className={isBare ? undefined : windowLook}>
      <h1 className="visually-hidden" tabIndex={-1}>
        {route.heading}
      </h1>
      {content}
    </div>
  );
}
