import { isIP } from 'node:net';
import { isLoopbackName } from '@site/releases';
import { IsIn, IsOptional, ValidateBy, ValidateIf } from 'class-validator';
import { parsePasswordHash } from './scrypt-hash.ts';

/** Fails with "<variable> <what it must be>": the sentence that the operator reads. */
function Must(be: string, check: (value: string) => boolean): PropertyDecorator {
  return ValidateBy(
    { name: 'must', validator: { validate: (value: unknown) => typeof value === 'string' && check(value) } },
    { message: `$property must ${be}` },
  );
}

function parseUrl(text: string): URL | undefined {
  return URL.canParse(text) ? new URL(text) : undefined;
}

function isOrigin(text: string): boolean {
  const url = parseUrl(text);
  return url !== undefined && /^https?:$/.test(url.protocol) && url.origin === text;
}

function isWebhook(text: string): boolean {
  const url = parseUrl(text);
  if (!url || url.username || url.password || url.hash) return false;
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopbackName(url.hostname));
}

const isUpstream = (text: string): boolean => isWebhook(text) && !parseUrl(text)?.search;

/** An smtp or smtps address with sender and recipient. The mail client sends a password only over an encrypted connection. */
function isMail(text: string): boolean {
  const url = parseUrl(text);
  if (!url || !/^smtps?:$/.test(url.protocol) || url.hostname === '') return false;
  const isAddress = (address: string | null): boolean => /^[^@\s<>,;]+@[^@\s<>,;]+$/.test(address ?? '');
  return isAddress(url.searchParams.get('from')) && isAddress(url.searchParams.get('to'));
}

function isPostgres(text: string): boolean {
  const url = parseUrl(text);
  return url !== undefined && /^postgres(ql)?:$/.test(url.protocol) && url.hostname !== '' && url.pathname.length > 1;
}

function isAddressOrRange(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  const family = isIP(address);
  if (family === 0 || rest.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128));
}

export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export const USDA_SOURCES = ['live', 'sample'] as const;
export const RELEASE_STORES = ['folder', 'database'] as const;

const ONE_WORD = 'be one word without spaces';
const isOneWord = (value: string): boolean => /^\S+$/.test(value);
const COUNT = 'be a whole number without a sign or separators, such as 5000';
const isCount = (value: string): boolean => /^\d{1,15}$/.test(value);
/** For settings that 0 would silently disable; GALLERY_MAX_PICTURES=0 closes the gallery, and upload responses say so. */
const AT_LEAST_ONE = 'be a whole number of at least 1, without a sign or separators';
const isAtLeastOne = (value: string): boolean => isCount(value) && Number(value) >= 1;
const MAX_KEEP_DAYS = 36_500;
const PASSWORD_HASH =
  'be a scrypt hash that starts with $scrypt$, not the password itself; make one with: npx site hash-password';
const isPasswordHash = (value: string): boolean => parsePasswordHash(value) !== null;
const SECRETS =
  'be at least 32 characters of random text; make one with: openssl rand -hex 32; an older one may follow after a comma';

/** The secrets of a setting that may have several: the newest, and older ones that are being replaced. */
export const secretsIn = (value = ''): readonly string[] => (value === '' ? [] : value.split(',').map((secret) => secret.trim()));

/** The variables this server reads. Unset and empty mean the same. */
export class Environment {
  @IsOptional()
  @Must('be a whole number from 0 to 65535 (0 takes any free port)', (value) => /^\d{1,5}$/.test(value) && Number(value) <= 65535)
  PORT?: string;

  @IsOptional()
  @Must('be a host name or an address to listen on, such as 127.0.0.1 or 0.0.0.0', (value) => /^[A-Za-z0-9.:-]+$/.test(value))
  HOST?: string;

  DATA_DIR?: string;

  RELEASES_DIR?: string;

  @IsOptional()
  @IsIn(RELEASE_STORES, { message: '$property must be folder or database' })
  RELEASE_STORE?: string;

  @IsOptional()
  @Must('be the origin visitors use, http(s) without a path, such as https://example.org', isOrigin)
  PUBLIC_ORIGIN?: string;

  @IsOptional()
  @Must('be a comma-separated list of proxy addresses or ranges, such as 10.0.0.1,10.1.0.0/16', (value) =>
    value.split(',').every((part) => isAddressOrRange(part.trim())),
  )
  TRUST_PROXY?: string;

  @IsOptional()
  @Must('be an address such as postgres://user:password@host:5432/site, or stay empty for a SQLite file in DATA_DIR', isPostgres)
  DATABASE_URL?: string;

  @IsOptional()
  @Must('be the key alone, without spaces or colons', (value) => /^[!-9;-~]+$/.test(value))
  USDA_API_KEY?: string;

  @IsOptional()
  @Must('be an https address (http only on this machine) without user, query or fragment', isUpstream)
  USDA_BASE_URL?: string;

  @IsOptional()
  @IsIn(USDA_SOURCES, { message: '$property must be live or sample' })
  USDA_SOURCE?: string;

  @IsOptional()
  @Must(PASSWORD_HASH, isPasswordHash)
  DRAFT_PASSWORD_HASH?: string;

  @IsOptional()
  @Must(PASSWORD_HASH, isPasswordHash)
  OWNER_PASSWORD_HASH?: string;

  @IsOptional()
  @Must(SECRETS, (value) => secretsIn(value).every((secret) => secret.length >= 32))
  COOKIE_SECRET?: string;

  @IsOptional()
  @Must(SECRETS, (value) => secretsIn(value).every((secret) => secret.length >= 32))
  OWNER_TOKEN?: string;

  @ValidateIf(() => true)
  @Must(
    'be set to the key that release registries are signed with; `npx site key` prints a new one, `npm start` makes its own',
    (value) => value !== '',
  )
  RELEASE_SIGNING_KEY?: string;

  @IsOptional()
  @Must('be an https address (http only on this machine) without user, query or fragment', isUpstream)
  S3_ENDPOINT?: string;

  @IsOptional()
  @Must('be the name of a bucket: 3 to 63 lowercase letters, digits, dots and hyphens', (value) =>
    /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(value),
  )
  S3_BUCKET?: string;

  @IsOptional()
  @Must('be a region such as eu-central-1', (value) => /^[a-z0-9-]{1,40}$/.test(value))
  S3_REGION?: string;

  @IsOptional()
  @Must(ONE_WORD, isOneWord)
  S3_ACCESS_KEY_ID?: string;

  @IsOptional()
  @Must(ONE_WORD, isOneWord)
  S3_SECRET_ACCESS_KEY?: string;

  @IsOptional()
  @Must(AT_LEAST_ONE, isAtLeastOne)
  OVERLOAD_DELAY_MS?: string;

  @IsOptional()
  @Must(COUNT, isCount)
  GALLERY_MAX_PICTURES?: string;

  @IsOptional()
  @Must(COUNT, isCount)
  GALLERY_MAX_BYTES?: string;

  @IsOptional()
  @Must(COUNT, isCount)
  GALLERY_MIN_FREE_BYTES?: string;

  @IsOptional()
  @Must(AT_LEAST_ONE, isAtLeastOne)
  GALLERY_UPLOADS_PER_MINUTE?: string;

  @IsOptional()
  @Must(AT_LEAST_ONE, isAtLeastOne)
  GALLERY_UPLOADS_PER_DAY?: string;

  @IsOptional()
  @Must(
    `be a whole number from 1 to ${MAX_KEEP_DAYS}: a picture is removed after this many days, so 0 would remove all of them`,
    (value) => isAtLeastOne(value) && Number(value) <= MAX_KEEP_DAYS,
  )
  GALLERY_KEEP_DAYS?: string;

  @IsOptional()
  @IsIn(['true', 'false'], { message: '$property must be true or false' })
  GALLERY_APPROVE_FIRST?: string;

  @IsOptional()
  @IsIn(['on', 'off'], { message: '$property must be on or off' })
  OFFLINE_PAGES?: string;

  @IsOptional()
  @Must(AT_LEAST_ONE, isAtLeastOne)
  TELEMETRY_REPORTS_PER_MINUTE?: string;

  @IsOptional()
  @Must('be an https address (http only on this machine); its query may hold a token', isWebhook)
  ALERT_WEBHOOK?: string;

  @IsOptional()
  @Must(
    'be a mail server with sender and recipient, such as smtps://user:password@mail.example.org?from=site@example.org&to=me@example.org',
    isMail,
  )
  ALERT_MAIL?: string;

  @IsOptional()
  @Must(AT_LEAST_ONE, isAtLeastOne)
  ALERT_BACKUP_DAYS?: string;

  @IsOptional()
  @IsIn(LOG_LEVELS, { message: `$property must be one of ${LOG_LEVELS.join(', ')}` })
  LOG_LEVEL?: string;
}

/** Settings that anybody may know: a backup contains their values, and the server's pages may show them. */
export const PUBLIC_VARIABLES = [
  'PORT',
  'HOST',
  'DATA_DIR',
  'RELEASES_DIR',
  'RELEASE_STORE',
  'PUBLIC_ORIGIN',
  'TRUST_PROXY',
  'USDA_BASE_URL',
  'USDA_SOURCE',
  'S3_ENDPOINT',
  'S3_BUCKET',
  'S3_REGION',
  'OVERLOAD_DELAY_MS',
  'GALLERY_MAX_PICTURES',
  'GALLERY_MAX_BYTES',
  'GALLERY_MIN_FREE_BYTES',
  'GALLERY_UPLOADS_PER_MINUTE',
  'GALLERY_UPLOADS_PER_DAY',
  'GALLERY_KEEP_DAYS',
  'GALLERY_APPROVE_FIRST',
  'OFFLINE_PAGES',
  'TELEMETRY_REPORTS_PER_MINUTE',
  'ALERT_BACKUP_DAYS',
  'LOG_LEVEL',
] as const satisfies readonly (keyof Environment)[];

/** With their values somebody could sign releases, read data, or write in the owner's name. */
export const SECRET_VARIABLES = [
  'DATABASE_URL',
  'USDA_API_KEY',
  'DRAFT_PASSWORD_HASH',
  'OWNER_PASSWORD_HASH',
  'COOKIE_SECRET',
  'OWNER_TOKEN',
  'RELEASE_SIGNING_KEY',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
  'ALERT_WEBHOOK',
  'ALERT_MAIL',
] as const satisfies readonly (keyof Environment)[];

export const VARIABLES = [...PUBLIC_VARIABLES, ...SECRET_VARIABLES];

export type PublicVariable = (typeof PUBLIC_VARIABLES)[number];
export type Variable = (typeof VARIABLES)[number];
