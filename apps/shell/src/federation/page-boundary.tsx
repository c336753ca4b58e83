import { Component, type ReactNode } from 'react';
import { LoadFailed } from './load-failed.tsx';

interface PageBoundaryProps {
  readonly children: ReactNode;
  /** The page's title. */
  readonly project: string;
  /** Of the place in which the failure stands. */
  readonly className?: string | undefined;
  /** Whose page it is: remote and release. */
  readonly source: string;
  /** Hears what was thrown: another release may take over, and this place go. */
  readonly onThrow: (message: string) => void;
  readonly onRetry: () => void;
}

interface PageBoundaryState {
  readonly error: Error | undefined;
  readonly tries: number;
}

/** Keeps an error of a remote's page inside the page's own place. Retry mounts the page again. */
export class PageBoundary extends Component<PageBoundaryProps, PageBoundaryState> {
  override state: PageBoundaryState = { error: undefined, tries: 1 };

  static getDerivedStateFromError(cause: unknown): Partial<PageBoundaryState> {
    return { error: cause instanceof Error ? cause : new Error(String(cause)) };
  }

  override componentDidCatch(cause: unknown) {
    this.props.onThrow(cause instanceof Error ? cause.message : String(cause));
  }

  private readonly retry = () => {
    this.setState(({ tries }) => ({ error: undefined, tries: tries + 1 }));
    this.props.onRetry();
  };

  override render() {
    const { error, tries } = this.state;
    if (!error) return this.props.children;
    const reason = `${this.props.source}, step “render”: ${error.message}`;
    const { project, className } = this.props;
    return <LoadFailed project={project} className={className} reason={reason} tries={tries} onRetry={this.retry} />;
  }
}
