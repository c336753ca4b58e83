import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { createServer as createTcpServer, type AddressInfo, type Server, type Socket } from 'node:net';
import type { AlertMessage } from '../alerts/alert-message.ts';
import { closeAtEnd } from './left-open.ts';

function listenOnLoopback(server: Server): Promise<number> {
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
  });
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

export interface WebhookReceiver {
  readonly url: string;
  readonly messages: AlertMessage[];
  /** Status of the next responses. */
  status: number;
}

/** A service that receives webhooks. */
export async function aWebhookReceiver(): Promise<WebhookReceiver> {
  const server = createServer((request, response) => {
    const receive = async () => {
      const body = await bodyOf(request);
      if (receiver.status === 200) receiver.messages.push(JSON.parse(body) as AlertMessage);
      response.writeHead(receiver.status).end();
    };
    void receive();
  });
  const receiver: WebhookReceiver = { url: '', messages: [], status: 200 };
  const port = await listenOnLoopback(server);
  closeAtEnd(async () => {
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  });
  return Object.assign(receiver, { url: `http://127.0.0.1:${port}/hook?token=secret-token` });
}

/** Speaks SMTP (RFC 5321) with one client. */
function receiveMail(socket: Socket, emails: string[]): void {
  let unread = '';
  let mail: string | null = null;
  socket.setEncoding('utf8').on('error', () => undefined);
  const reply = (line: string): boolean => socket.write(`${line}\r\n`);
  reply('220 mail.example');
  socket.on('data', (text: string) => {
    unread += text;
    for (let end = unread.indexOf('\r\n'); end >= 0; end = unread.indexOf('\r\n')) {
      const line = unread.slice(0, end);
      unread = unread.slice(end + 2);
      if (mail !== null && line !== '.') mail += `${line}\n`;
      else if (mail !== null) {
        emails.push(mail);
        mail = null;
        reply('250 taken');
      } else if (line === 'DATA') {
        mail = '';
        reply('354 go on');
      } else if (line === 'QUIT') {
        reply('221 bye');
        socket.end();
      } else reply('250 mail.example');
    }
  });
}

/** A mail server without encryption or authentication. */
export async function aMailServer(): Promise<{ readonly url: string; readonly emails: string[] }> {
  const emails: string[] = [];
  const sockets = new Set<Socket>();
  const server = createTcpServer((socket) => {
    sockets.add(socket);
    receiveMail(socket, emails);
  });
  const port = await listenOnLoopback(server);
  closeAtEnd(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((done) => server.close(done));
  });
  return { url: `smtp://127.0.0.1:${port}?from=site@example.org&to=owner@example.org`, emails };
}

/** A server that accepts connections and sends nothing. */
export async function aSilentServer() {
  const sockets: Socket[] = [];
  const server = createTcpServer((socket) => {
    sockets.push(socket.resume().on('error', () => undefined));
  });
  const port = await listenOnLoopback(server);
  closeAtEnd(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((done) => server.close(done));
  });
  return {
    port,
    get connections(): number {
      return sockets.length;
    },
    /** Resolves once the clients have closed every connection. */
    allClosed: async (): Promise<void> => {
      await Promise.all(sockets.map((socket) => (socket.closed ? undefined : once(socket, 'close'))));
    },
  };
}
