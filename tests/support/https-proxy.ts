import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { forwardRequest, startProxy, stopProxy } from './forward-request.ts';

const run = promisify(execFile);

interface HttpsProxy {
  /** On `localhost`, with a certificate that no browser trusts. */
  readonly url: string;
  /** Forwards requests to this site from now on. */
  forwardTo(siteUrl: string): void;
  close(): Promise<void>;
}

/** A key, and a certificate that is valid for a day. */
async function makeCertificate(): Promise<{ key: Buffer; cert: Buffer }> {
  const folder = await mkdtemp(join(tmpdir(), 'certificate-'));
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
  await run('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '1', '-keyout', key, '-out', cert, ...names]);
  const made = { key: await readFile(key), cert: await readFile(cert) };
  await rm(folder, { recursive: true });
  return made;
}

/** Terminates TLS in front of a site. It starts first, because the site has to know its own public origin. */
export async function startHttpsProxy(): Promise<HttpsProxy> {
  let site: URL | null = null;
  const server = createServer(await makeCertificate(), (request, response) => {
    if (site) forwardRequest(request, response, { site });
    else response.destroy();
  });
  const port = await startProxy(server, 'localhost');
  return {
    url: `https://localhost:${port}`,
    forwardTo(siteUrl) {
      site = new URL(siteUrl);
    },
    close: () => stopProxy(server),
  };
}
