// Imports the workspace's TypeScript, which Node 20 cannot do itself.
import { resolve } from 'node:path';
import { runnerImport } from 'vite';

/** @param path of a module, from the root of the workspace; packages that it imports have to be built */
export const importSource = async (path) => (await runnerImport(resolve(import.meta.dirname, '../..', path))).module;
