import { Component, type ReactNode } from 'react';
import { LoadFailed } from './load-failed.tsx';

interface PageBoundaryProps {
  readonly children: ReactNode;
  /** The page's title. */
  readonly project: string;
  /** Of the place in which the failure stands. */
  readonly className?: string | undefined;
  readonly alone?: boolean;
  /** Whose page it is: remote and release. */
  readonly source: string;
  /** Hears what was thrown: another release may take over, and this place go. */
  readonly onThrow: (message: string) => void;
  /** How often the page was loaded. Counted by the loader: while it loads again, this boundary is not there. */
  readonly tries: number;
  readonly onRetry: () => void;
}

interface PageBoundaryState {
  readonly error: Error | undefined;
}

/** Keeps an error of a remote's page inside the page's own place. Retry loads the page again. */
export class PageBoundary extends Component<PageBoundaryProps, PageBoundaryState> {
  override state: PageBoundaryState = { error: undefined };

  static getDerivedStateFromError(cause: unknown): PageBoundaryState {
    return { error: cause instanceof Error ? cause : new Error(String(cause)) };
  }

  override componentDidCatch(cause: unknown) {
    this.props.onThrow(cause instanceof Error ? cause.message : String(cause));
  }

  override render() {
    const { error } = this.state;
    const { children, source, onThrow: _, ...card } = this.props;
    if (!error) return children;
    return <LoadFailed {...card} reason={`${source}, step “render”: ${error.message}`} />;
  }
}
