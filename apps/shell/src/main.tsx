import { startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { startShell } from './start.tsx';

// Not awaited here: modules that are fetched later import this one, and would wait for it while it waits for them.
void startShell({
  prepare: (boot) => boot,
  importRuntime: () => import('./federation/federation-runtime.ts'),
  isCounted: true,
  mount(root, app) {
    // As a transition React hydrates in slices of a few milliseconds, and responds to a press in between.
    startTransition(() => {
      hydrateRoot(root, app, { onRecoverableError: (error) => console.error(error) });
    });
  },
});
