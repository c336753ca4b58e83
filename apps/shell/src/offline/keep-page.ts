import { SERVICE_WORKER } from '@site/contracts';

/** The parts of `window` used here. Some browsers lack some of them, and so do TypeScript's DOM types. */
interface BrowserWindow extends Pick<Window, 'document' | 'addEventListener' | 'setTimeout'> {
  readonly navigator: Partial<Pick<Navigator, 'serviceWorker'>> & { readonly connection?: { readonly saveData?: boolean } };
  readonly requestIdleCallback?: (act: () => void, options: { timeout: number }) => unknown;
  readonly trustedTypes?: {
    createPolicy(name: string, rules: { createScriptURL(): string }): { createScriptURL(input: string): string };
  };
}

/** An exhibit that draws without pause may leave the browser no idle time. */
const MAX_WAIT_MS = 1_500;

type ScriptPolicy = ReturnType<NonNullable<BrowserWindow['trustedTypes']>['createPolicy']>;

/** Browsers refuse a second policy of the same name. */
let policy: ScriptPolicy | undefined;
let registering: Promise<ServiceWorkerRegistration | undefined> | undefined;

async function register({ trustedTypes }: BrowserWindow, container: ServiceWorkerContainer) {
  policy ??= trustedTypes?.createPolicy('service-worker', { createScriptURL: () => SERVICE_WORKER });
  try {
    return await container.register(policy?.createScriptURL('') ?? SERVICE_WORKER, { updateViaCache: 'none' });
  } catch {
    // Browsers refuse it in private windows, for example, and without a network: the page works without it, and the next one tries again.
    registering = undefined;
    return undefined;
  }
}

async function keep(window: BrowserWindow, path: string): Promise<void> {
  const { serviceWorker, connection } = window.navigator;
  if (!serviceWorker || connection?.saveData) return;
  const registration = await (registering ??= register(window, serviceWorker));
  const worker = registration?.active ?? registration?.waiting ?? registration?.installing;
  worker?.postMessage(path);
}

/** Lets the browser keep the page for offline use, once it has loaded and the browser has nothing else to do. */
export function keepPage(window: BrowserWindow, path: string): void {
  const act = () => void keep(window, path);
  const whenIdle = () => {
    if (window.requestIdleCallback) window.requestIdleCallback(act, { timeout: MAX_WAIT_MS });
    else window.setTimeout(act, MAX_WAIT_MS);
  };
  if (window.document.readyState === 'complete') whenIdle();
  else window.addEventListener('load', whenIdle, { once: true });
}
