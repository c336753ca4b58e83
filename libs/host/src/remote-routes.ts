import type { ComponentType } from 'react';

/** One page of a remote, under the exact path that its contract claims. */
export interface RemoteRouteModule {
  readonly path: string;
  readonly lazy: () => Promise<{ readonly Component: ComponentType }>;
}

/** What a remote exposes as `./routes`. The shell renders heading and frame; `Component` is the content below. */
export interface RemoteRoutesModule {
  readonly routes: readonly RemoteRouteModule[];
}
