import { StrictMode, type ReactNode } from 'react';
import { HostProvider } from '@site/host';
import { ServicesContext, type ShellServices } from './services.ts';
import { ToastHost } from './toasts/toast-host.tsx';

/** Everything around the router, the same on the server and in the browser. */
export function App({ services, children }: { readonly services: ShellServices; readonly children: ReactNode }) {
  return (
    <StrictMode>
      <ServicesContext value={services}>
        <HostProvider host={services.host}>
          {children}
          <ToastHost store={services.toasts} />
        </HostProvider>
      </ServicesContext>
    </StrictMode>
  );
}
