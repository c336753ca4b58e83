import { parseArgs } from 'node:util';
import { ReleaseError } from './errors.ts';

export interface Options {
  readonly from?: string;
  /** Release to roll back to, or address of the site, or both. */
  readonly to?: readonly string[];
  readonly share?: string;
  readonly hours?: string;
  readonly local?: string;
  readonly message?: string;
  readonly sbom?: string;
  readonly key?: string;
  readonly paths?: string;
  readonly 'owner-key'?: string;
  readonly 'max-megabytes'?: string;
  readonly days?: string;
  readonly since?: string;
  readonly 'max-error-rate'?: string;
  readonly 'keep-rollbacks'?: boolean;
  readonly 'only-new'?: boolean;
  readonly all?: boolean;
  readonly public?: boolean;
}

/** Name, arguments and options of a command, in any order. @throws Error naming an unknown option */
export function readCommand(argv: readonly string[]) {
  const text = { type: 'string' } as const;
  const options = {
    hours: text,
    local: text,
    from: text,
    to: { type: 'string', multiple: true },
    share: text,
    message: text,
    sbom: text,
    key: text,
    paths: text,
    'owner-key': text,
    'max-megabytes': text,
    days: text,
    since: text,
    'max-error-rate': text,
    'keep-rollbacks': { type: 'boolean' },
    'only-new': { type: 'boolean' },
    all: { type: 'boolean' },
    public: { type: 'boolean' },
  } as const;
  const { positionals, values } = parseArgs({ args: [...argv], allowPositionals: true, options });
  const [name, ...args] = positionals;
  return { name, args, values };
}

const isAddress = (text: string): boolean => /^[a-z]+:\/\//i.test(text);

/** The site of a command; undefined: the folder on this machine. @throws ReleaseError if there are two */
export function siteIn({ to = [] }: Options): string | undefined {
  const [site, ...others] = to.filter(isAddress);
  if (others.length > 0) throw new ReleaseError('RELEASE_REFUSED', 'a command works on one site; name one with --to');
  return site;
}

/** The release to which a command rolls back. @throws ReleaseError if there are two */
export function releaseIn({ to = [] }: Options): string | undefined {
  const [release, ...others] = to.filter((text) => !isAddress(text));
  if (others.length > 0) throw new ReleaseError('RELEASE_REFUSED', 'only one release can be live; name one with --to');
  return release;
}

/** @throws ReleaseError if the text is not a number within the limits */
export function readNumber(option: string, text: string, min: number, max: number): number {
  const value = Number(text);
  if (text.trim() === '' || !(value >= min && value <= max))
    throw new ReleaseError('RELEASE_REFUSED', `--${option} must be a number from ${min} to ${max}, not "${text}"`);
  return value;
}
