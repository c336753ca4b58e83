/** The names by which a browser may know this site. */
export interface Site {
  /** Origins, such as `https://site.example`. */
  readonly origins: readonly string[];
}

/** A file of a release. */
interface ReleasedFile {
  readonly app: string;
  readonly release: string;
}

/** An address from a report, without what could identify a visitor. */
export interface Place {
  /** The file's path in its release, a route's first segments, or another site's origin. */
  readonly name: string;
  /** Undefined for an address of another site. */
  readonly path: string | undefined;
  readonly file: ReleasedFile | undefined;
}

const MAX_URL = 2_000;
/** Schemes of extensions and of browsers' own pages and scripts. Some browsers name only the scheme. */
const NOISE =
  /^(?:[a-z-]+-extension|webkit-masked-url|about|chrome|edge|resource|moz-icon|user-script|sandbox eval code|debugger eval code|extension)(?::|$)/i;
/** The loader requests a failed file again under `~1`. */
const RELEASED = /^\/r\/([a-z][a-z0-9-]{0,59})\/([\w.+-]{1,80})(?:~1)?\/([\w./-]{1,120})$/;
const PLAIN_SEGMENT = /^[\w.-]{1,40}$/;
/** Path segments that are kept: later ones may be identifiers. */
const KEPT_SEGMENTS = 2;

/** True for an address that the visitor's own software has put into a page. */
export const isNoise = (url: string): boolean => NOISE.test(url);

function ownPlace(path: string): Place {
  const [, app, release, rest] = RELEASED.exec(path) ?? [];
  if (app !== undefined && release !== undefined) return { name: `${rest} of ${app}`, path, file: { app, release } };
  const segments = path.split('/').slice(1, 1 + KEPT_SEGMENTS);
  return { name: `/${segments.map((one) => (PLAIN_SEGMENT.test(one) ? one : '…')).join('/')}`, path, file: undefined };
}

/** Reads an address from a report. Undefined if it is invalid or too long. */
export function placeOf(url: string, { origins }: Site): Place | undefined {
  if (url.length > MAX_URL || !URL.canParse(url)) return undefined;
  const { origin, protocol, host, pathname } = new URL(url);
  if (origins.includes(origin)) return ownPlace(pathname);
  // Only the scheme of an address that is not on the web, such as `blob:` and `data:`.
  return { name: /^(?:https?|wss?):$/.test(protocol) ? `${protocol}//${host}` : protocol, path: undefined, file: undefined };
}
