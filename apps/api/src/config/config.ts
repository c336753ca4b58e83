import { resolve } from 'node:path';
import { validateSync } from 'class-validator';
import { Environment, LOG_LEVELS, RELEASE_STORES, secretsIn, USDA_SOURCES, VARIABLES, type Variable } from './environment.ts';

export type LogLevel = (typeof LOG_LEVELS)[number];
export type ReleaseStorePlace = (typeof RELEASE_STORES)[number];
export type UsdaSource = (typeof USDA_SOURCES)[number];

/** A bucket on an S3-compatible server. */
export interface ObjectStoreConfig {
  readonly endpoint: string;
  readonly bucket: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

/** Limits of the shared gallery. */
export interface GalleryConfig {
  readonly maxPictures: number;
  readonly maxBytes: number;
  /** With less free disk space than this, nothing is added. */
  readonly minFreeBytes: number;
  /** Per visitor. */
  readonly uploadsPerMinute: number;
  readonly uploadsPerDay: number;
  readonly keepDays: number;
  /** If true, a new picture is shown only after the owner has approved it. */
  readonly approvesFirst: boolean;
}

/** Where the operator is alerted. Null means not configured. */
export interface AlertsConfig {
  readonly webhook: string | null;
  /** `server` is an smtp or smtps address with user and password. */
  readonly mail: { readonly server: string; readonly from: string; readonly to: string } | null;
  /** A backup older than this raises an alert. */
  readonly backupDays: number | null;
}

/** The operator's settings, validated. Null means not set. */
export class Config {
  readonly port!: number;
  readonly host!: string;
  readonly dataDir!: string;
  readonly releasesDir!: string;
  /** `database`: releases are in PostgreSQL and the bucket, and `releasesDir` is this machine's copy. */
  readonly releaseStore!: ReleaseStorePlace;
  /** Null means a SQLite file in the data folder. */
  readonly databaseUrl!: string | null;
  /** Null means a subfolder of the data folder. */
  readonly objectStore!: ObjectStoreConfig | null;
  /** Where visitors find the site. With `PORT=0` it is known, and set, only once the server is listening. */
  publicOrigin!: string;
  /** Addresses or ranges of proxies whose X-Forwarded-* headers are trusted. */
  readonly trustProxy!: readonly string[];
  readonly usdaApiKey!: string | null;
  readonly usdaBaseUrl!: string;
  readonly usdaSource!: UsdaSource;
  readonly draftPasswordHash!: string | null;
  readonly ownerPasswordHash!: string | null;
  /** The first one signs; the others are still accepted. If empty, the server generates one. */
  readonly cookieSecrets!: readonly string[];
  /** Each of them is accepted. If empty, the owner needs a session or, while the site is not published, a request from this machine. */
  readonly ownerTokens!: readonly string[];
  readonly releaseSigningKey!: string;
  /** How late timers may be, in milliseconds, before expensive calls are refused; at two and a half times that, all calls are. */
  readonly overloadDelayMs!: number;
  readonly gallery!: GalleryConfig;
  /** If false, browsers keep no pages for offline use, and delete those they have. */
  readonly keepsOffline!: boolean;
  /** Per visitor. */
  readonly telemetryReportsPerMinute!: number;
  readonly alerts!: AlertsConfig;
  readonly logLevel!: LogLevel;
  /** The variables that the operator has set; all others have their default. */
  readonly setVariables!: readonly Variable[];

  constructor(values: Omit<Config, 'isSecure'>) {
    Object.assign(this, values);
  }

  /** Visitors use https: cookies are `Secure`, and strict transport security is on. */
  get isSecure(): boolean {
    return this.publicOrigin.startsWith('https:');
  }
}

/** The server does not start: the message has one sentence for each invalid variable and shows no values. */
export class ConfigError extends Error {
  constructor(sentences: readonly string[]) {
    super(sentences.join('\n'));
    this.name = 'ConfigError';
  }
}

function readEnvironment(variables: Readonly<Record<string, string | undefined>>): Environment {
  const environment = new Environment();
  for (const name of VARIABLES) {
    const value = variables[name]?.trim();
    if (value) environment[name] = value;
  }
  return environment;
}

/** All four variables, or none. @throws ConfigError */
function readObjectStore(environment: Environment): ObjectStoreConfig | null {
  const { S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = environment;
  const needed = { S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY };
  const missing = Object.entries(needed).filter(([, value]) => value === undefined);
  if (missing.length === Object.keys(needed).length) return null;
  if (!S3_ENDPOINT || !S3_BUCKET || !S3_ACCESS_KEY_ID || !S3_SECRET_ACCESS_KEY) {
    throw new ConfigError(missing.map(([name]) => `${name} must be set too, or none of the S3_ variables may be set`));
  }
  return {
    endpoint: S3_ENDPOINT.replace(/\/+$/, ''),
    bucket: S3_BUCKET,
    region: environment.S3_REGION ?? 'us-east-1',
    accessKeyId: S3_ACCESS_KEY_ID,
    secretAccessKey: S3_SECRET_ACCESS_KEY,
  };
}

function readMail(text: string): NonNullable<AlertsConfig['mail']> {
  const server = new URL(text);
  const [from, to] = ['from', 'to'].map((name) => server.searchParams.get(name) ?? '') as [string, string];
  server.search = '';
  return { server: server.href, from, to };
}

/** @throws ConfigError naming every invalid variable and what to do about it */
export function loadConfig(variables: Readonly<Record<string, string | undefined>>): Config {
  const environment = readEnvironment(variables);
  const errors = validateSync(environment);
  if (errors.length > 0) throw new ConfigError(errors.flatMap((error) => Object.values(error.constraints ?? {})));

  const objectStore = readObjectStore(environment);
  if (environment.RELEASE_STORE === 'database' && (environment.DATABASE_URL === undefined || objectStore === null))
    throw new ConfigError(['RELEASE_STORE may be database only where DATABASE_URL and the S3_ variables are set']);

  const port = Number(environment.PORT ?? 3000);
  return new Config({
    port,
    // Loopback: the server is reachable at http://localhost, and from other machines only if the operator allows it.
    host: environment.HOST ?? '127.0.0.1',
    dataDir: resolve(environment.DATA_DIR ?? './var/data'),
    releasesDir: resolve(environment.RELEASES_DIR ?? './var/releases'),
    releaseStore: RELEASE_STORES.find((place) => place === environment.RELEASE_STORE) ?? 'folder',
    databaseUrl: environment.DATABASE_URL ?? null,
    objectStore,
    publicOrigin: environment.PUBLIC_ORIGIN ?? `http://localhost:${port}`,
    trustProxy: environment.TRUST_PROXY?.split(',').map((part) => part.trim()) ?? [],
    usdaApiKey: environment.USDA_API_KEY ?? null,
    usdaBaseUrl: (environment.USDA_BASE_URL ?? 'https://marsapi.ams.usda.gov/services/v1.2/reports').replace(/\/+$/, ''),
    usdaSource: USDA_SOURCES.find((source) => source === environment.USDA_SOURCE) ?? 'live',
    draftPasswordHash: environment.DRAFT_PASSWORD_HASH ?? null,
    ownerPasswordHash: environment.OWNER_PASSWORD_HASH ?? null,
    cookieSecrets: secretsIn(environment.COOKIE_SECRET),
    ownerTokens: secretsIn(environment.OWNER_TOKEN),
    releaseSigningKey: environment.RELEASE_SIGNING_KEY ?? '',
    overloadDelayMs: Number(environment.OVERLOAD_DELAY_MS ?? 200),
    gallery: {
      maxPictures: Number(environment.GALLERY_MAX_PICTURES ?? 5_000),
      maxBytes: Number(environment.GALLERY_MAX_BYTES ?? 5_000_000_000),
      minFreeBytes: Number(environment.GALLERY_MIN_FREE_BYTES ?? 500_000_000),
      uploadsPerMinute: Number(environment.GALLERY_UPLOADS_PER_MINUTE ?? 10),
      uploadsPerDay: Number(environment.GALLERY_UPLOADS_PER_DAY ?? 60),
      keepDays: Number(environment.GALLERY_KEEP_DAYS ?? 365),
      approvesFirst: environment.GALLERY_APPROVE_FIRST === 'true',
    },
    keepsOffline: environment.OFFLINE_PAGES !== 'off',
    telemetryReportsPerMinute: Number(environment.TELEMETRY_REPORTS_PER_MINUTE ?? 120),
    alerts: {
      webhook: environment.ALERT_WEBHOOK ?? null,
      mail: environment.ALERT_MAIL === undefined ? null : readMail(environment.ALERT_MAIL),
      backupDays: environment.ALERT_BACKUP_DAYS === undefined ? null : Number(environment.ALERT_BACKUP_DAYS),
    },
    logLevel: LOG_LEVELS.find((level) => level === environment.LOG_LEVEL) ?? 'info',
    setVariables: VARIABLES.filter((name) => environment[name] !== undefined),
  });
}
