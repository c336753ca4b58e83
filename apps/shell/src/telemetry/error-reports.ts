import { shortMessage, type ErrorReport } from '@site/contracts';
import type { Release } from './telemetry.ts';

/**
 * Reports an error of the site.
 * @param of the release that failed; without it, the error belongs to the release whose code is in its stack
 */
export type ReportError = (error: unknown, of?: Release) => void;

/** Errors that one document reports. The server does not count more than that. */
const MAX_REPORTS = 5;
const MAX_FRAMES = 20;
/** A place in a script of a release. The second address of a release (`~1`) has the same files. */
const PLACE =
  /(https?:\/\/[^\s/()@]+)\/r\/([a-z0-9-]+)\/([\d.]+-[0-9a-f]{12})(?:~\d)?\/([\w./~-]+\.js)(?:\?[^\s:()]*)?:(\d+):(\d+)/g;
const NAME = /^[A-Za-z]\w{0,59}$/;

/** The frames of a stack in scripts of this site, without the rest of their addresses; and the release of the first one. */
export function framesOf(stack: string, origin: string): { readonly frames: string[]; readonly first: Release | undefined } {
  const own = [...stack.matchAll(PLACE)].filter(([, site]) => site === origin).slice(0, MAX_FRAMES);
  const frames = own.map(([, , app, release, file, line, column]) => `/r/${app}/${release}/${file}:${line}:${column}`);
  const [, , app, release] = own[0] ?? [];
  return { frames, first: app && release ? { app, release } : undefined };
}

/**
 * Reports errors with their stacks, each once.
 * @returns a function that reports an error, and ignores errors from other code, such as a browser extension
 */
export function createErrorReporter(origin: string, token: string, send: (report: ErrorReport) => void): ReportError {
  const known = new Set<string>();
  return (error, of) => {
    const { name, message, stack = '' } = error instanceof Error ? error : new Error(String(error), { cause: error });
    const { frames, first } = framesOf(error instanceof Error ? stack : '', origin);
    const release = of ?? first;
    const key = [name, message, frames[0]].join('\n');
    if (!release || known.has(key) || known.size >= MAX_REPORTS) return;
    known.add(key);
    const { app, release: id } = release;
    send({ token, app, release: id, name: NAME.test(name) ? name : 'Error', message: shortMessage(message), frames });
  };
}
