import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AwsClient } from 'aws4fetch';
import { loadConfig } from '../src/config/config.ts';
import { aStorage, type TestStorage } from '../src/test-support/a-database.ts';
import { aPicture, dataUrl, uploadUntilAnswered } from '../src/test-support/a-picture.ts';
import { aCompose, documentedVariables, Engine, EXAMPLES, type Compose, type Service } from './compose-example.ts';
import { anArchive, anImage, type Image } from './container-example.ts';
import { freePort } from '../../../tools/free-port.mjs';
import { anNginx, type Nginx } from './nginx-example.ts';

let image: Image;
let removeImage: () => Promise<void>;
let storage: TestStorage;
let nginx: Nginx;
let variables: Record<string, string>;
let compose: Compose;

beforeAll(async () => {
  const { folder, archive, remove } = await anArchive();
  removeImage = remove;
  image = await anImage(folder, archive, 3000);
  variables = await documentedVariables(folder, image);
  compose = await aCompose(variables);
  storage = await aStorage();
  nginx = await anNginx(folder);
});
afterAll(async () => {
  await nginx.stop();
  await storage.remove();
  await removeImage();
});

/** The settings of a process of the site, as the file and `.env` define them. */
function settingsOf({ environment = {} }: Service): Record<string, string> {
  const own = Object.entries(environment).map(([name, value]) => [name, String(value)]);
  return { ...variables, ...(Object.fromEntries(own) as Record<string, string>) };
}

const mountedFiles = ({ volumes }: Service): [string, string][] =>
  volumes.filter((volume) => volume.startsWith('./')).map((volume) => volume.split(':').slice(0, 2) as [string, string]);

describe('docs/examples/compose.yaml', () => {
  test('pins every image, and gives no process a writable file system or a capability; only the storage runs as root', () => {
    for (const [name, { image: pinned, read_only, cap_drop, user }] of Object.entries(compose.services)) {
      expect([name, pinned]).toEqual([name, expect.stringMatching(/^\S+:v?\d+\.\d+(\.\d+)?(-\w+)?$/)]);
      expect([name, read_only, cap_drop]).toEqual([name, true, ['ALL']]);
      const isRoot = user === undefined && !pinned.includes('unprivileged');
      expect([name, isRoot]).toEqual([name, name === 'storage']);
    }
  });

  test('publishes only the port of nginx', () => {
    const published = Object.values(compose.services).flatMap(({ ports = [] }) => ports);
    expect(published).toEqual(['443:443']);
  });

  test('declares the volumes that it mounts, and the mounted files exist, except for the certificate', async () => {
    const services = Object.values(compose.services);
    const named = services.flatMap(({ volumes }) => volumes.filter((volume) => !volume.startsWith('.')));
    expect(new Set(named.map((volume) => volume.split(':')[0]))).toEqual(new Set(Object.keys(compose.volumes)));
    const config = await readFile(join(EXAMPLES, 'nginx.conf'), 'utf8');
    const missing = services.flatMap(mountedFiles).filter(([file]) => !existsSync(join(EXAMPLES, file)));
    expect(missing.map(([, target]) => config.includes(` ${target};`))).toEqual([true, true]);
  });

  test('contains no secret, and cannot be used if one is missing from .env', async () => {
    await expect(aCompose({ ...variables, POSTGRES_PASSWORD: '' })).rejects.toThrow('.env has no POSTGRES_PASSWORD');
    const text = await readFile(join(EXAMPLES, 'compose.yaml'), 'utf8');
    expect(Object.values(variables).filter((value) => text.includes(value))).toEqual([]);
  });

  test('gives the site settings that it accepts, and that match the setup of PostgreSQL, the storage and nginx', async () => {
    const { postgres, storage: garage, 'site-1': one, 'site-2': two } = compose.services;
    if (!postgres || !garage || !one || !two) throw new Error('a service is missing');
    const settings = settingsOf(one);
    expect(loadConfig(settings).objectStore).toMatchObject({ bucket: garage.environment?.['GARAGE_DEFAULT_BUCKET'] });
    expect(settings).toMatchObject({
      S3_ACCESS_KEY_ID: garage.environment?.['GARAGE_DEFAULT_ACCESS_KEY'],
      S3_SECRET_ACCESS_KEY: garage.environment?.['GARAGE_DEFAULT_SECRET_KEY'],
    });
    const toml = await readFile(join(EXAMPLES, 'garage.toml'), 'utf8');
    expect(toml).toContain(`api_bind_addr = "${new URL(settings['S3_ENDPOINT'] ?? '').host}"`);
    const { username, password, pathname } = new URL(settings['DATABASE_URL'] ?? '');
    expect(postgres.environment).toEqual({
      POSTGRES_USER: username,
      POSTGRES_PASSWORD: password,
      POSTGRES_DB: pathname.slice(1),
    });
    const config = await readFile(join(EXAMPLES, 'nginx.conf'), 'utf8');
    for (const service of [one, two])
      expect(config).toContain(`server ${service.environment?.['HOST']}:${service.environment?.['PORT']};`);
    expect([one, two, compose.services['proxy']].map((service) => service?.network_mode)).toEqual(
      Array(3).fill('service:storage'),
    );
  });
});

test('the steps of docs/examples/compose.yaml, run as processes because no container engine runs here: a visitor sees a page through nginx, a picture lands in the bucket, and without the `release` step the site does not start', async () => {
  const ports = new Map([
    ['3001', await freePort()],
    ['3002', await freePort()],
  ]);
  const started: string[] = [];
  const options = {
    image,
    // The addresses and keys of the servers that the tests have started.
    settingsOf: (service: Service) => {
      const settings = settingsOf(service);
      const port = String(ports.get(settings['PORT'] ?? '') ?? 0);
      return { ...settings, ...storage.variables, PUBLIC_ORIGIN: nginx.url, PORT: port };
    },
    startOther: async (name: string) => {
      started.push(name);
      if (name === 'proxy') await nginx.start([...ports.values()]);
    },
  };

  const { release: _release, ...others } = compose.services;
  const { release: _required, ...before } = others['site-1']?.depends_on ?? {};
  const one = {
    ...(others['site-1'] as Service),
    depends_on: { ...before, migrate: { condition: 'service_completed_successfully' } },
  };
  const incomplete = new Engine({ ...others, 'site-1': one }, options);
  const engine = new Engine(compose.services, options);
  try {
    await incomplete.up('site-1');
    await expect(incomplete.reach('site-1', 'service_healthy')).rejects.toThrow('site-1 exited with 1');

    await engine.up('proxy');
    expect(started.slice(-3)).toEqual(['storage', 'postgres', 'proxy']);
    const page = await fetch(`${nginx.url}/projects`);
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('<h1')]);
    const sent = await uploadUntilAnswered(nginx.url, { body: { imageData: dataUrl(await aPicture(1)), flowerCount: 1 } });
    expect(sent.status).toBe(201);
    const { id } = (await sent.json()) as { id: string };
    const { S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID = '', S3_SECRET_ACCESS_KEY = '' } = storage.variables;
    const keys = { accessKeyId: S3_ACCESS_KEY_ID, secretAccessKey: S3_SECRET_ACCESS_KEY, service: 's3', region: 'us-east-1' };
    const listed = await new AwsClient(keys).fetch(`${S3_ENDPOINT}/${S3_BUCKET}?list-type=2`);
    expect(await listed.text()).toContain(id);
    for (const port of ports.values()) {
      const response = await fetch(`http://127.0.0.1:${port}/api/kaleidoscope-submissions/${id}/image`);
      expect(response.status).toBe(200);
    }
    expect(await engine.down()).toEqual([0, 0]);
  } finally {
    await Promise.all([incomplete.down('SIGKILL'), engine.down('SIGKILL')]);
  }
});
