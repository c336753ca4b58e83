/** Entry of the shell's build for development, for documents in which a remote comes from its developer's machine. */
import { createRoot } from 'react-dom/client';
import { startShell } from '../start.tsx';
import { withLocalContracts } from './local-contracts.ts';

// Not awaited, as in the visitors' build.
void startShell({
  prepare: withLocalContracts,
  importRuntime: () => import('./local-runtime.ts'),
  // What fails while it is written is no visit.
  isCounted: false,
  // In the place of what the server rendered: a local remote may have pages that were never released.
  mount: (root, app) => createRoot(root).render(app),
});
