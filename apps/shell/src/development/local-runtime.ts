/**
 * The federation runtime, plus remotes from a developer's machine. Those are not federation containers: their modules are served one by
 * one by a development server (`tools/vite/remote-dev.ts`) and use the shell's libraries.
 */
import * as JsxDevRuntime from 'react/jsx-dev-runtime';
import type { RemoteRoutesModule } from '@site/host';
import { libraries, loadRoutes as loadReleasedRoutes } from '../federation/federation-runtime.ts';
import { isLocal } from './local-contracts.ts';

const libraryGlobal: typeof globalThis & { __SITE_LIBRARIES__?: Readonly<Record<string, object>> } = globalThis;
libraryGlobal.__SITE_LIBRARIES__ = {
  ...Object.fromEntries(Object.entries(libraries).map(([name, [, library]]) => [name, library])),
  'react/jsx-dev-runtime': JsxDevRuntime,
};

export async function loadRoutes(container: string, entry: string): Promise<RemoteRoutesModule> {
  if (!isLocal(entry)) return loadReleasedRoutes(container, entry);
  try {
    return (await import(/* @vite-ignore */ entry)) as RemoteRoutesModule;
  } catch (cause) {
    const hint = `is the development server at ${new URL(entry).origin} running? If it is, its terminal says what is wrong`;
    throw new Error(`${(cause as Error).message}; ${hint}`, { cause });
  }
}
