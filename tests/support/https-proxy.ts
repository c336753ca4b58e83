import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { request as forward } from 'node:http';
import { createServer } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream';
import { promisify } from 'node:util';

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
    const { method, url: path, headers } = request;
    const onward = forward({ hostname: site?.hostname, port: site?.port, method, path, headers }, (upstream) => {
      response.writeHead(upstream.statusCode ?? 502, upstream.headers);
      pipeline(upstream, response, () => undefined);
    });
    onward.on('error', () => response.destroy());
    pipeline(request, onward, () => undefined);
  });
  await new Promise<void>((done, fail) => server.once('error', fail).listen(0, 'localhost', done));
  const address = server.address();
  return {
    url: `https://localhost:${typeof address === 'object' && address ? address.port : 0}`,
    forwardTo(siteUrl) {
      site = new URL(siteUrl);
    },
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}
