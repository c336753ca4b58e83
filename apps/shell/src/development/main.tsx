/** Entry of the shell's development build, for documents in which a remote comes from a developer's machine. */
import { createRoot } from 'react-dom/client';
import { startShell } from '../start.tsx';
import { withLocalContracts } from './local-contracts.ts';

// Not awaited, as in the visitors' build.
void startShell({
  prepare: withLocalContracts,
  importRuntime: () => import('./local-runtime.ts'),
  // What fails while a page is being written is not counted as a visit.
  isCounted: false,
  // Replaces what the server rendered: a local remote may have pages that were never released.
  mount: (root, app) => createRoot(root).render(app),
});
