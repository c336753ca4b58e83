import { Component, type ReactNode } from 'react';

interface PageBoundaryProps {
  readonly children: ReactNode;
  readonly fallback: (error: Error, retry: () => void) => ReactNode;
}

/** Keeps an error of a remote's page inside the page's own place. */
export class PageBoundary extends Component<PageBoundaryProps, { readonly error: Error | undefined }> {
  override state: { readonly error: Error | undefined } = { error: undefined };

  static getDerivedStateFromError(cause: unknown) {
    return { error: cause instanceof Error ? cause : new Error(String(cause)) };
  }

  override render() {
    const { error } = this.state;
    return error ? this.props.fallback(error, () => this.setState({ error: undefined })) : this.props.children;
  }
}
