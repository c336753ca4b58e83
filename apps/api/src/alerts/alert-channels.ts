import { Socket } from 'node:net';
import { Inject, Injectable } from '@nestjs/common';
import { createTransport } from 'nodemailer';
import { Config } from '../config/config.ts';
import { withDeadline } from '../http/deadline.ts';
import { alertMessage, type AlertMessage } from './alert-message.ts';
import type { AlertKind } from './alert-texts.ts';
import type { AlertNews, AlertState } from './next-alert.ts';

const DEADLINE_MS = 15_000;

export const CHANNELS = ['webhook', 'mail'] as const;
export type Channel = (typeof CHANNELS)[number];

/** Sends messages to the operator. */
@Injectable()
export class AlertChannels {
  constructor(@Inject(Config) private readonly config: Pick<Config, 'alerts' | 'publicOrigin'>) {}

  /** The channels that are configured. */
  get open(): Channel[] {
    return CHANNELS.filter((channel) => this.config.alerts[channel] !== null);
  }

  messageOf(kind: AlertKind, subject: string, news: AlertNews, state: AlertState): AlertMessage {
    return alertMessage(this.config.publicOrigin, kind, subject, news, state);
  }

  /**
   * Does nothing for a channel that is no longer configured.
   * @param signal tells it to give up, so that a service that does not respond cannot delay the server's stop
   * @throws Error if the message was not accepted; its text contains no secret
   */
  async send(channel: Channel, message: AlertMessage, signal: AbortSignal): Promise<void> {
    const { webhook, mail } = this.config.alerts;
    if (channel === 'webhook' && webhook !== null) await post(webhook, message, signal);
    if (channel === 'mail' && mail !== null) await sendMail(mail, message, signal);
  }
}

async function post(url: string, message: AlertMessage, stopping: AbortSignal): Promise<void> {
  let response: Response;
  try {
    response = await withDeadline(DEADLINE_MS, stopping, (signal) =>
      fetch(url, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(message),
        redirect: 'error',
        signal,
      }),
    );
  } catch {
    // The cause may contain the address, which for most services is a secret.
    throw new Error('the webhook could not be reached');
  }
  await response.body?.cancel();
  if (!response.ok) throw new Error(`the webhook responded with ${response.status}`);
}

async function sendMail(
  { server, from, to }: NonNullable<Config['alerts']['mail']>,
  message: AlertMessage,
  signal: AbortSignal,
): Promise<void> {
  const timeouts = { connectionTimeout: DEADLINE_MS, greetingTimeout: DEADLINE_MS, socketTimeout: DEADLINE_MS };
  const { protocol, hostname, port, username, password } = new URL(server);
  const isSecure = protocol === 'smtps:';
  // The mail library connects this socket, and has no other way to give up early.
  const socket = new Socket();
  const giveUp = (): void => void socket.destroy(new Error('the server is stopping'));
  const transport = createTransport({
    socket,
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port || (isSecure ? 465 : 587)),
    secure: isSecure,
    // A password is sent only once the connection is encrypted.
    requireTLS: !isSecure && username !== '',
    ...(username === '' ? {} : { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
    ...timeouts,
  });
  signal.addEventListener('abort', giveUp);
  try {
    signal.throwIfAborted();
    await transport.sendMail({ from, to, subject: `${message.title} (${new URL(message.site).host})`, text: message.text });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'no code';
    // oxlint-disable-next-line preserve-caught-error -- the mail server's message may contain an address or the user
    throw new Error(`the mail was not accepted (${code})`);
  } finally {
    signal.removeEventListener('abort', giveUp);
    transport.close();
  }
}
