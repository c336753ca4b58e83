import { Component, type ReactNode } from 'react';
import { LoadFailed } from './load-failed.tsx';

interface PageBoundaryProps {
  readonly children: ReactNode;
  /** The page's title. */
  readonly project: string;
  /** Class of the element that shows the failure. */
  readonly className?: string | undefined;
  readonly alone?: boolean;
  /** Remote and release of the page. */
  readonly source: string;
  /** Called with what was thrown: another release may take over and unmount this boundary. */
  readonly onThrow: (cause: unknown) => void;
  /** How many times the page has been loaded. The loader counts, because this boundary is not mounted while it loads again. */
  readonly tries: number;
  readonly onRetry: () => void;
}

interface PageBoundaryState {
  readonly error: Error | undefined;
}

/** Contains an error thrown by a remote's page. Retry loads the page again. */
export class PageBoundary extends Component<PageBoundaryProps, PageBoundaryState> {
  override state: PageBoundaryState = { error: undefined };

  static getDerivedStateFromError(cause: unknown): PageBoundaryState {
    return { error: cause instanceof Error ? cause : new Error(String(cause)) };
  }

  override componentDidCatch(cause: unknown) {
    this.props.onThrow(cause);
  }

  override render() {
    const { error } = this.state;
    const { children, source, onThrow: _, ...card } = this.props;
    if (!error) return children;
    return <LoadFailed {...card} threw reason={`${source}, step “render”: ${error.message}`} />;
  }
}
