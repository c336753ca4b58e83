import type { Config } from './config.ts';
import { SECRET_VARIABLES, VARIABLES, type PublicVariable, type Variable } from './environment.ts';

/** A setting as the server uses it. */
export interface EffectiveSetting {
  readonly name: Variable;
  /** Null for a secret, and if there is no value. */
  readonly value: string | null;
  readonly isSecret: boolean;
  /** False if the value is the default. */
  readonly isSet: boolean;
}

export interface SettingsGroup {
  readonly title: string;
  readonly settings: readonly EffectiveSetting[];
}

const named = (prefix: string): Variable[] => VARIABLES.filter((name) => name.startsWith(prefix));

const GROUPS: readonly (readonly [title: string, names: readonly Variable[]])[] = [
  ['Server', ['HOST', 'PORT', 'PUBLIC_ORIGIN', 'TRUST_PROXY', 'OVERLOAD_DELAY_MS', 'LOG_LEVEL']],
  ['Data', ['DATA_DIR', 'DATABASE_URL', ...named('S3_')]],
  ['Releases', named('RELEASE')],
  ['Passwords', ['OWNER_PASSWORD_HASH', 'OWNER_TOKEN', 'DRAFT_PASSWORD_HASH', 'COOKIE_SECRET']],
  ['Prices', named('USDA_')],
  ['Gallery', named('GALLERY_')],
  ['Visitors', ['OFFLINE_PAGES', 'TELEMETRY_REPORTS_PER_MINUTE']],
  ['Alerts', named('ALERT_')],
];

const textOf = (value: number | string | null | undefined): string | null =>
  value === null || value === undefined || value === '' ? null : String(value);

/** What the server uses, whether the operator set it or not. */
const VALUES = {
  PORT: ({ port }) => port,
  HOST: ({ host }) => host,
  DATA_DIR: ({ dataDir }) => dataDir,
  RELEASES_DIR: ({ releasesDir }) => releasesDir,
  RELEASE_STORE: ({ releaseStore }) => releaseStore,
  PUBLIC_ORIGIN: ({ publicOrigin }) => publicOrigin,
  TRUST_PROXY: ({ trustProxy }) => trustProxy.join(', '),
  USDA_BASE_URL: ({ usdaBaseUrl }) => usdaBaseUrl,
  USDA_SOURCE: ({ usdaSource }) => usdaSource,
  S3_ENDPOINT: ({ objectStore }) => objectStore?.endpoint,
  S3_BUCKET: ({ objectStore }) => objectStore?.bucket,
  S3_REGION: ({ objectStore }) => objectStore?.region,
  OVERLOAD_DELAY_MS: ({ overloadDelayMs }) => overloadDelayMs,
  GALLERY_MAX_PICTURES: ({ gallery }) => gallery.maxPictures,
  GALLERY_MAX_BYTES: ({ gallery }) => gallery.maxBytes,
  GALLERY_MIN_FREE_BYTES: ({ gallery }) => gallery.minFreeBytes,
  GALLERY_UPLOADS_PER_MINUTE: ({ gallery }) => gallery.uploadsPerMinute,
  GALLERY_UPLOADS_PER_DAY: ({ gallery }) => gallery.uploadsPerDay,
  GALLERY_KEEP_DAYS: ({ gallery }) => gallery.keepDays,
  GALLERY_APPROVE_FIRST: ({ gallery }) => String(gallery.approvesFirst),
  OFFLINE_PAGES: ({ keepsOffline }) => (keepsOffline ? 'on' : 'off'),
  TELEMETRY_REPORTS_PER_MINUTE: ({ telemetryReportsPerMinute }) => telemetryReportsPerMinute,
  ALERT_BACKUP_DAYS: ({ alerts }) => alerts.backupDays,
  LOG_LEVEL: ({ logLevel }) => logLevel,
} as const satisfies Readonly<Record<PublicVariable, (config: Config) => number | string | null | undefined>>;

const isSecret = (name: Variable): name is Exclude<Variable, PublicVariable> =>
  (SECRET_VARIABLES as readonly Variable[]).includes(name);

/** All settings, in groups. The values of secrets are left out. */
export function effectiveSettings(config: Config): SettingsGroup[] {
  return GROUPS.map(([title, names]) => ({
    title,
    settings: names.map((name) => ({
      name,
      value: isSecret(name) ? null : textOf(VALUES[name](config)),
      isSecret: isSecret(name),
      isSet: config.setVariables.includes(name),
    })),
  }));
}
