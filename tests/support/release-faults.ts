import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Fault } from './fault-proxy.ts';

const JAVASCRIPT = { 'Content-Type': 'text/javascript; charset=utf-8' };

/** A React element made without React: the planted page must not need a library to fail. */
const element = (props: string) =>
  `({ $$typeof: Symbol.for('react.transitional.element'), type: 'button', key: null, ref: null, props: { children: 'planted', ${props} } })`;

export interface ReleaseFault {
  readonly name: string;
  /** How the visit ends: the previous release takes over after a fast fault or a hang, or the page stays. */
  readonly ends: 'fast' | 'hang' | 'stays';
  /** What the network does to the release's files. */
  readonly network?: Fault;
  /** What the release contains as the page's module or as the container, signed and hashed like any other. */
  readonly page?: string;
  readonly container?: string;
  /** What happens to the published files on the server's disk. */
  readonly disk?: (folder: string) => Promise<void>;
  /** What the browser logs about this fault, besides the shell's own report. */
  readonly says?: RegExp;
}

const BLOCKED =
  /^Failed to find a valid digest in the 'integrity' attribute for resource '[^']+\/r\/[^']+'.* has been blocked\.$/;
const returned = (status: number) => new RegExp(`^Failed to load resource: the server responded with a status of ${status} `);
const uncaught = (what: string) => new RegExp(`^uncaught: planted: ${what}$`);

async function eachFile(folder: string, change: (path: string) => Promise<void>): Promise<void> {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isFile()) await change(join(entry.parentPath, entry.name));
  }
}

/** Changes one byte of every script but not its hash; compressed copies are deleted, or they would be sent instead. */
const flipOneByte = (folder: string) =>
  eachFile(folder, async (path) => {
    if (/\.(br|gz)$/.test(path)) return rm(path);
    if (!path.endsWith('.js')) return;
    const bytes = await readFile(path);
    const at = bytes.length >> 1;
    bytes[at] = (bytes[at] ?? 0) ^ 1;
    await writeFile(path, bytes);
  });

const removeStyles = (folder: string) =>
  eachFile(folder, (path) => (/\.css(\.br|\.gz)?$/.test(path) ? rm(path) : Promise.resolve()));

/** Every known way in which a release fails. */
export const RELEASE_FAULTS: readonly ReleaseFault[] = [
  { name: 'returns 404', ends: 'fast', network: (response) => response.writeHead(404).end(), says: returned(404) },
  { name: 'returns 500', ends: 'fast', network: (response) => response.writeHead(500).end(), says: returned(500) },
  { name: 'never responds', ends: 'hang', network: () => undefined },
  {
    name: 'drips one byte a second',
    ends: 'hang',
    network: (response) => {
      response.writeHead(200, JAVASCRIPT);
      const drip = setInterval(() => response.write(' '), 1_000);
      response.once('close', () => clearInterval(drip));
    },
  },
  { name: 'is empty', ends: 'fast', network: (response) => response.writeHead(200, JAVASCRIPT).end(), says: BLOCKED },
  {
    name: 'is HTML instead of a script',
    ends: 'fast',
    network: (response) => response.writeHead(200, { 'Content-Type': 'text/html' }).end('<!doctype html><title>Sign in</title>'),
    says: BLOCKED,
  },
  {
    name: 'is cut off',
    ends: 'fast',
    network: (response) => {
      response.writeHead(200, { ...JAVASCRIPT, 'Content-Length': '5000' }).write('export const half = ');
      setTimeout(() => response.destroy(), 20);
    },
    says: /^Failed to load resource: net::ERR_CONTENT_LENGTH_MISMATCH$/,
  },
  {
    // The gate refuses scripts that do not parse, but cannot detect those that do not link.
    name: 'imports a name that is not exported',
    ends: 'fast',
    page: "import { nothing } from '../remoteEntry.js'; export const Component = nothing;",
  },
  {
    name: 'throws when it is evaluated',
    ends: 'fast',
    page: "throw new Error('planted: evaluation'); export const Component = 1;",
  },
  {
    name: 'does not expose its routes',
    ends: 'fast',
    container: "export const init = () => {}; export const get = () => Promise.reject(new Error('planted: no such module'));",
  },
  {
    name: 'throws when it renders',
    ends: 'fast',
    page: "export function Component() { throw new Error('planted: render'); }",
    says: /^Error: planted: render\n/,
  },
  {
    name: 'throws in an effect',
    ends: 'fast',
    page: `export const Component = () => ${element("ref: () => { throw new Error('planted: effect'); }")};`,
    says: /^Error: planted: effect\n/,
  },
  {
    name: 'throws in an event',
    ends: 'stays',
    page: `export const Component = () => ${element("onClick: () => { throw new Error('planted: event'); }")};`,
    says: uncaught('event'),
  },
  {
    name: 'leaves a rejection unhandled',
    ends: 'stays',
    page: `export const Component = () => { Promise.reject(new Error('planted: rejection')); return ${element('')}; };`,
    says: uncaught('rejection'),
  },
  {
    name: 'waits forever',
    ends: 'hang',
    // The attribute shows that the loader has begun to wait for it.
    page: "const never = new Promise(() => {}); export function Component() { document.documentElement.dataset.planted = 'rendered'; throw never; }",
  },
  {
    name: 'has lost its styles',
    ends: 'fast',
    disk: removeStyles,
    says: /^Refused to apply style from '[^']+\/r\/[^']+\.css' because its MIME type /,
  },
  { name: 'has one wrong byte in each script', ends: 'fast', disk: flipOneByte, says: BLOCKED },
];
