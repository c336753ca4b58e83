import { storeOf, type Environment } from './command-environment.ts';
import { siteIn, type Options } from './command-line.ts';
import { ReleaseError } from './errors.ts';
import type { PreviewPart } from './preview.ts';
import type { OverrideLink } from './store/release-store.ts';

type Arguments = readonly string[];

const MAX_HOURS = 24 * 30;

/** The lifetime of a link. @throws ReleaseError if it is not valid */
function hoursIn({ hours = '24' }: Options): number {
  if (!(Number(hours) > 0 && Number(hours) <= MAX_HOURS))
    throw new ReleaseError('RELEASE_REFUSED', `--hours must be a number up to ${MAX_HOURS}, not "${hours}"`);
  return Number(hours);
}

const describeLink = (what: string, { token, site, expires }: OverrideLink): string[] => [
  `${what} until ${new Date(expires).toISOString()}, for anyone who opens:`,
  `${site}/?override=${token}`,
  `${site}/?override=none ends it`,
];

/** A link that shows one release, or a development server, to the person who opens it. */
export async function overrideLink([app, id]: Arguments, options: Options, env: Environment): Promise<string[]> {
  const { local } = options;
  if (!app || (id === undefined) === (local === undefined))
    throw new ReleaseError(
      'RELEASE_REFUSED',
      'name the app and its release, site override-link <app> <release>; or the port of a development server, site override-link <remote> --local 5173',
    );
  const hours = hoursIn(options);
  const target = id === undefined ? { app, port: local ?? '' } : { app, release: id };
  const link = await (await storeOf(siteIn(options), env)).overrideLink(target, hours);
  return describeLink(`${app} ${id ?? `from http://localhost:${local}`}`, link);
}

function partIn(arg: string): PreviewPart {
  const [app = '', release, ...rest] = arg.split('@');
  if (app === '' || release === '' || rest.length > 0)
    throw new ReleaseError('RELEASE_REFUSED', `"${arg}" is not a release; write <app>@<release>, or <app> for its canary`);
  return { app, release };
}

/** One link that shows several releases together. */
export async function preview(args: Arguments, options: Options, env: Environment): Promise<string[]> {
  if (args.length === 0)
    throw new ReleaseError('RELEASE_REFUSED', 'name the releases: site preview <app>@<release> …, or <app> for its canary');
  const hours = hoursIn(options);
  const link = await (await storeOf(siteIn(options), env)).preview(args.map(partIn), hours);
  return describeLink(link.releases.map(({ app, release }) => `${app} ${release}`).join(' and '), link);
}
