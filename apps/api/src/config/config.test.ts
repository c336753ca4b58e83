import { resolve } from 'node:path';
import { ConfigError, loadConfig } from './config.ts';

const MINIMUM = { RELEASE_SIGNING_KEY: 'key' };

function messageFor(variables: Record<string, string>): string {
  try {
    loadConfig({ ...MINIMUM, ...variables });
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  return 'accepted';
}

describe('loadConfig', () => {
  test('uses the documented defaults if only the signing key is set', () => {
    expect(loadConfig(MINIMUM)).toEqual({
      port: 3000,
      host: '127.0.0.1',
      dataDir: resolve('var/data'),
      releasesDir: resolve('var/releases'),
      releaseStore: 'folder',
      databaseUrl: null,
      objectStore: null,
      publicOrigin: 'http://localhost:3000',
      trustProxy: [],
      usdaApiKey: null,
      usdaBaseUrl: 'https://marsapi.ams.usda.gov/services/v1.2/reports',
      usdaSource: 'live',
      draftPasswordHash: null,
      ownerPasswordHash: null,
      cookieSecrets: [],
      ownerTokens: [],
      releaseSigningKey: 'key',
      overloadDelayMs: 200,
      gallery: {
        maxPictures: 5_000,
        maxBytes: 5_000_000_000,
        minFreeBytes: 500_000_000,
        uploadsPerMinute: 10,
        uploadsPerDay: 60,
        keepDays: 365,
        approvesFirst: false,
      },
      keepsOffline: true,
      telemetryReportsPerMinute: 120,
      alerts: { webhook: null, mail: null, backupDays: null },
      logLevel: 'info',
      setVariables: ['RELEASE_SIGNING_KEY'],
    });
  });

  test('stores releases in the database only where there is a database server and a bucket', () => {
    const bucket = { S3_ENDPOINT: 'http://localhost:9000', S3_BUCKET: 'site', S3_ACCESS_KEY_ID: 'a', S3_SECRET_ACCESS_KEY: 'b' };
    const grown = { ...MINIMUM, RELEASE_STORE: 'database', DATABASE_URL: 'postgres://site@db/site', ...bucket };
    expect(loadConfig(grown).releaseStore).toBe('database');
    const sentence = 'RELEASE_STORE may be database only where DATABASE_URL and the S3_ variables are set';
    expect(() => loadConfig({ ...grown, DATABASE_URL: '' })).toThrow(sentence);
    expect(() => loadConfig({ ...MINIMUM, RELEASE_STORE: 'database', DATABASE_URL: 'postgres://site@db/site' })).toThrow(
      sentence,
    );
    expect(() => loadConfig({ ...MINIMUM, RELEASE_STORE: 'bucket' })).toThrow('RELEASE_STORE must be folder or database');
  });

  test('treats an empty variable as not set', () => {
    expect(loadConfig({ ...MINIMUM, PORT: '', USDA_API_KEY: ' ', DATABASE_URL: '' })).toMatchObject({
      port: 3000,
      usdaApiKey: null,
    });
  });

  test('includes PORT in the public origin', () => {
    expect(loadConfig({ ...MINIMUM, PORT: '8080' }).publicOrigin).toBe('http://localhost:8080');
  });

  test('reads the alert channels', () => {
    const ALERT_MAIL = 'smtps://user:p%40ss@mail.example.org:465?from=site@example.org&to=me@example.org';
    const { alerts } = loadConfig({
      ...MINIMUM,
      ALERT_WEBHOOK: 'https://hooks.example.org/x?token=t',
      ALERT_MAIL,
      ALERT_BACKUP_DAYS: '2',
    });
    expect(alerts).toEqual({
      webhook: 'https://hooks.example.org/x?token=t',
      mail: { server: 'smtps://user:p%40ss@mail.example.org:465', from: 'site@example.org', to: 'me@example.org' },
      backupDays: 2,
    });
  });

  test.each([
    ['ALERT_WEBHOOK', 'http://hooks.example.org/x'],
    ['ALERT_WEBHOOK', 'https://user:password@hooks.example.org/x'],
    ['ALERT_MAIL', 'smtps://mail.example.org?from=site@example.org'],
    ['ALERT_MAIL', 'https://mail.example.org?from=site@example.org&to=me@example.org'],
    ['ALERT_MAIL', 'smtps://mail.example.org?from=site@example.org&to=me@example.org,you@example.org'],
    ['ALERT_BACKUP_DAYS', '0'],
  ])('refuses %s=%s, and does not repeat it', (name, value) => {
    const message = messageFor({ [name]: value });
    expect([message.startsWith(`${name} must be`), message.includes(value)]).toEqual([true, false]);
  });

  test('reads the list of proxies', () => {
    expect(loadConfig({ ...MINIMUM, TRUST_PROXY: '10.0.0.1, 10.1.0.0/16,::1' }).trustProxy).toEqual([
      '10.0.0.1',
      '10.1.0.0/16',
      '::1',
    ]);
  });

  test('reads every count from its own variable', () => {
    const counts = {
      OVERLOAD_DELAY_MS: '11',
      GALLERY_MAX_PICTURES: '12',
      GALLERY_MAX_BYTES: '13',
      GALLERY_MIN_FREE_BYTES: '14',
      GALLERY_UPLOADS_PER_MINUTE: '15',
      GALLERY_UPLOADS_PER_DAY: '16',
      GALLERY_KEEP_DAYS: '17',
      TELEMETRY_REPORTS_PER_MINUTE: '18',
    };
    expect(loadConfig({ ...MINIMUM, ...counts })).toMatchObject({
      overloadDelayMs: 11,
      gallery: { maxPictures: 12, maxBytes: 13, minFreeBytes: 14, uploadsPerMinute: 15, uploadsPerDay: 16, keepDays: 17 },
      telemetryReportsPerMinute: 18,
    });
  });

  test.each([
    ['PORT', '70000'],
    ['PORT', '80a'],
    ['HOST', 'http://x'],
    ['PUBLIC_ORIGIN', 'https://example.org/shop'],
    ['PUBLIC_ORIGIN', 'ftp://example.org'],
    ['TRUST_PROXY', '10.0.0.1,everyone'],
    ['TRUST_PROXY', '10.0.0.0/33'],
    ['DATABASE_URL', 'mysql://localhost/site'],
    ['DATABASE_URL', 'postgres://localhost'],
    ['USDA_API_KEY', 'user:password'],
    ['USDA_BASE_URL', 'http://example.org/reports'],
    ['USDA_BASE_URL', 'https://user:secret@example.org/reports'],
    ['USDA_BASE_URL', 'https://example.org/reports?key=secret'],
    ['USDA_SOURCE', 'fake'],
    ['DRAFT_PASSWORD_HASH', 'hunter2'],
    ['OWNER_PASSWORD_HASH', 'hunter2'],
    ['DRAFT_PASSWORD_HASH', '$scrypt$ln=1,r=8,p=1$c2FsdHNhbHRzYWx0c2FsdA$aGFzaGhhc2hoYXNoaGFzaGhhc2hoYXNoaGFzaGhhc2g'],
    ['COOKIE_SECRET', 'short'],
    ['COOKIE_SECRET', `${'x'.repeat(32)},short`],
    ['OWNER_TOKEN', 'short'],
    ['OWNER_TOKEN', `${'x'.repeat(32)},`],
    ['S3_ENDPOINT', 'http://s3.example.org'],
    ['S3_BUCKET', 'Pictures'],
    ['S3_REGION', 'somewhere else'],
    ['S3_ACCESS_KEY_ID', 'i d'],
    ['S3_SECRET_ACCESS_KEY', 'a b'],
    ['GALLERY_MAX_PICTURES', '-1'],
    ['GALLERY_MAX_BYTES', '5GB'],
    ['GALLERY_KEEP_DAYS', '1.5'],
    ['GALLERY_KEEP_DAYS', '0'],
    ['GALLERY_KEEP_DAYS', '00'],
    ['GALLERY_KEEP_DAYS', '36501'],
    ['GALLERY_APPROVE_FIRST', 'yes'],
    ['GALLERY_UPLOADS_PER_MINUTE', '0'],
    ['GALLERY_UPLOADS_PER_DAY', '0'],
    ['TELEMETRY_REPORTS_PER_MINUTE', '0'],
    ['OVERLOAD_DELAY_MS', '0'],
    ['LOG_LEVEL', 'loud'],
  ])('refuses %s=%s, and names the variable and what it must be', (name, value) => {
    expect(messageFor({ [name]: value })).toMatch(new RegExp(`^${name} must .{10,}$`));
  });

  test('explains why a retention of zero days is invalid', () => {
    expect(messageFor({ GALLERY_KEEP_DAYS: '0' })).toBe(
      'GALLERY_KEEP_DAYS must be a whole number from 1 to 36500: a picture is removed after this many days, so 0 would remove all of them',
    );
  });

  test.each(['GALLERY_MAX_PICTURES', 'GALLERY_MAX_BYTES', 'GALLERY_MIN_FREE_BYTES'])('accepts %s=0', (name) => {
    expect(messageFor({ [name]: '0' })).toBe('accepted');
  });

  test('accepts a database server and a bucket', () => {
    const variables = {
      DATABASE_URL: 'postgres://site:secret@db.example:5432/site',
      S3_ENDPOINT: 'https://s3.example.org/',
      S3_BUCKET: 'pictures',
      S3_ACCESS_KEY_ID: 'id',
      S3_SECRET_ACCESS_KEY: 'secret',
    };
    expect(loadConfig({ ...MINIMUM, ...variables })).toMatchObject({
      databaseUrl: variables.DATABASE_URL,
      objectStore: {
        endpoint: 'https://s3.example.org',
        bucket: 'pictures',
        region: 'us-east-1',
        accessKeyId: 'id',
        secretAccessKey: 'secret',
      },
    });
  });

  test('names the missing settings of a bucket', () => {
    expect(messageFor({ S3_BUCKET: 'pictures', S3_ACCESS_KEY_ID: 'id' }).split('\n')).toEqual([
      'S3_ENDPOINT must be set too, or none of the S3_ variables may be set',
      'S3_SECRET_ACCESS_KEY must be set too, or none of the S3_ variables may be set',
    ]);
  });

  test('refuses to start without the key for signing registries', () => {
    expect(() => loadConfig({})).toThrow(/^RELEASE_SIGNING_KEY must be set/);
  });

  test('names all invalid variables together, and shows no values', () => {
    const message = messageFor({ PORT: 'x', COOKIE_SECRET: 'canary' });
    expect(message.split('\n')).toHaveLength(2);
    expect(message).not.toContain('canary');
  });

  test.each(['127.0.0.1', '127.0.0.2', 'localhost', '[::1]'])('allows plain http to a source at %s', (host) => {
    expect(messageFor({ USDA_BASE_URL: `http://${host}:9000/reports` })).toBe('accepted');
  });
});
