import { StrictMode, type ReactNode } from 'react';
import { HostProvider } from '@site/host';
import { QueryClientProvider } from '@site/query';
import { ServicesContext, type ShellServices } from './services.ts';
import { ToastHost } from './toasts/toast-host.tsx';

/** Everything that stands around the router, the same on the server and in the browser. */
export function App({ services, children }: { readonly services: ShellServices; readonly children: ReactNode }) {
  return (
    <StrictMode>
      <ServicesContext value={services}>
        <HostProvider host={services.host}>
          <QueryClientProvider client={services.queryClient}>
            {children}
            <ToastHost store={services.toasts} />
          </QueryClientProvider>
        </HostProvider>
      </ServicesContext>
    </StrictMode>
  );
}
