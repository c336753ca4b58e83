import { readIntegrity } from './integrity.ts';

/** Not in every browser, and not in TypeScript's DOM types. */
interface TrustedTypesWindow {
  readonly trustedTypes?: {
    createPolicy(
      name: string,
      rules: { createScriptURL(address: string): string },
    ): {
      createScriptURL(address: string): string;
    };
  };
}

/** A script that hangs must not keep a later attempt waiting. */
const MAX_WAIT_MS = 60_000;

let policy: ReturnType<NonNullable<TrustedTypesWindow['trustedTypes']>['createPolicy']> | undefined;

/** Object URLs of the verified scripts, by the URLs they were fetched from. */
const verified = new Map<string, Promise<string>>();

async function verify(href: string): Promise<string> {
  const integrity = readIntegrity(document).get(href);
  if (!integrity) throw new Error(`the import map does not list ${href}`);
  const response = await fetch(href, { integrity, signal: AbortSignal.timeout(MAX_WAIT_MS) });
  return URL.createObjectURL(await response.blob());
}

/**
 * Starts a worker from a script that the import map lists. No browser checks the hash of a worker's script, so its bytes are fetched and
 * verified first, and the worker starts from a copy of them. Such a worker has the page's own security policies.
 */
export async function startWorker(address: string): Promise<Worker> {
  const { href } = new URL(address, document.baseURI);
  let script = verified.get(href);
  if (!script) {
    script = verify(href);
    verified.set(href, script);
    script.catch(() => verified.delete(href));
  }
  const { trustedTypes } = window as TrustedTypesWindow;
  policy ??= trustedTypes?.createPolicy('site-worker', { createScriptURL: (trusted) => trusted });
  const copy = await script;
  return new Worker(policy?.createScriptURL(copy) ?? copy, { type: 'module' });
}
