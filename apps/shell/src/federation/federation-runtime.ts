/**
 * The only file that uses the federation runtime. It is a chunk of its own, fetched with the first page of a remote.
 * Remotes that were built before they had a container of their own (decision 0057) take the runtime's core from the global
 * `_FEDERATION_RUNTIME_CORE`. Its assignment and the import of `core` can be removed once nothing can roll back to such a
 * release.
 */
import * as React from 'react';
import * as JsxRuntime from 'react/jsx-runtime';
import * as ReactDom from 'react-dom';
import * as ReactDomClient from 'react-dom/client';
import { createInstance } from '@module-federation/runtime';
import * as core from '@module-federation/runtime/core';
import * as Host from '@site/host';
import type { RemoteRoutesModule } from '@site/host';
import * as Query from '@site/query';
import * as Router from '@site/router';

const runtimeGlobal: typeof globalThis & { _FEDERATION_RUNTIME_CORE?: unknown } = globalThis;
runtimeGlobal._FEDERATION_RUNTIME_CORE ??= core;

export const libraries: Readonly<Record<string, readonly [version: string, library: object]>> = {
  react: [React.version, React],
  'react/jsx-runtime': [React.version, JsxRuntime],
  'react-dom': [React.version, ReactDom],
  'react-dom/client': [React.version, ReactDomClient],
  '@site/router': [__VERSIONS__['@site/router'], Router],
  '@site/query': [__VERSIONS__['@site/query'], Query],
  '@site/host': [__VERSIONS__['@site/host'], Host],
};

const federation = createInstance({
  name: 'shell',
  remotes: [],
  shared: Object.fromEntries(
    Object.entries(libraries).map(([name, [version, library]]) => [
      name,
      {
        version,
        scope: 'default',
        lib: () => library,
        shareConfig: { singleton: true, eager: true, requiredVersion: `^${version.split('.')[0]}.0.0` },
      },
    ]),
  ),
});

/** The runtime caches remotes by name, failures included, so every attempt after a failure gets a new name. */
const nameByEntry = new Map<string, string>();
const usedNames = new Set<string>();

function registeredName(container: string, entry: string): string {
  const known = nameByEntry.get(entry);
  if (known) return known;
  let name = container;
  for (let n = 1; usedNames.has(name); n += 1) name = `${container}_${n}`;
  usedNames.add(name);
  nameByEntry.set(entry, name);
  federation.registerRemotes([{ name, entry, type: 'module' }]);
  return name;
}

/** Loads the routes that a container exposes. A rejected entry is forgotten, so that it can be requested again. */
export async function loadRoutes(container: string, entry: string): Promise<RemoteRoutesModule> {
  const name = registeredName(container, entry);
  try {
    const module = await federation.loadRemote<RemoteRoutesModule>(`${name}/routes`);
    if (!module) throw new Error(`${entry} exposes no routes`);
    return module;
  } catch (cause) {
    nameByEntry.delete(entry);
    throw cause;
  }
}
