import { Component, type ReactNode } from 'react';
import { PageFailed } from './page-failed.tsx';

interface PageErrorBoundaryProps {
  /** True for the boundary around the layout: then nothing else on the site is shown. */
  readonly alone?: boolean;
  readonly children: ReactNode;
}

interface PageErrorBoundaryState {
  /** Whatever was thrown, wrapped: `undefined` can be thrown too. */
  readonly thrown: { readonly error: unknown } | undefined;
}

export class PageErrorBoundary extends Component<PageErrorBoundaryProps, PageErrorBoundaryState> {
  override state: PageErrorBoundaryState = { thrown: undefined };

  static getDerivedStateFromError(error: unknown): PageErrorBoundaryState {
    return { thrown: { error } };
  }

  override render() {
    const { thrown } = this.state;
    const { alone = false, children } = this.props;
    return thrown ? <PageFailed error={thrown.error} alone={alone} /> : children;
  }
}
