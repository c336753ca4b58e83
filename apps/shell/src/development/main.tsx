/** Entry of the shell's development build, for documents in which a remote comes from a developer's machine. */
import { createRoot } from 'react-dom/client';
import { startShell } from '../start.tsx';
import { withLocalContracts } from './local-contracts.ts';

// Not awaited, as in the visitors' build.
void startShell({
  prepare: withLocalContracts,
  importRuntime: () => import('./local-runtime.ts'),
  // Visits to a page that is still being written are neither counted nor reported.
  isCounted: false,
  // Replaces what the server rendered: a local remote may have pages that were never released.
  mount: (root, app) => createRoot(root).render(app),
});
