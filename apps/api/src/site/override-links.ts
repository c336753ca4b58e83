import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { isLocal, MAX_OVERRIDES, TOKEN_SEPARATOR, type Override } from '@site/releases';
import { Config } from '../config/config.ts';
import { escapeHtml } from '../http/escape-html.ts';
import { ownCookieName, ownCookieOptions, sentOwnCookie } from '../http/own-cookie.ts';
import { customerNetwork } from '../rate-limit/client-address.ts';
import { maxTokensLength, OverrideTokens } from './override-tokens.ts';

const COOKIE = 'override';
const STYLE = 'body{font:1.1rem/1.5 sans-serif;max-width:40rem;margin:4rem auto;padding:0 1rem;color-scheme:light dark}';
const POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

/** The IP address is used only for a token that has not been seen before. */
export type Visitor = Pick<Request, 'headers' | 'ip'>;

const describe = (override: Override): string =>
  isLocal(override) ? `${override.app} from ${override.origin}` : `${override.app} ${override.release}`;

/** Links that show a release to the person who opens them. The browser keeps their signed tokens; the server stores nothing. */
@Injectable()
export class OverrideLinks {
  constructor(
    private readonly config: Config,
    private readonly tokens: OverrideTokens,
  ) {}

  private get cookieName(): string {
    return ownCookieName(COOKIE, this.config.isSecure);
  }

  /** The browser's overrides, at most one release for each app, the newest link first. Expired or forged tokens are ignored. */
  read(request: Visitor): Override[] {
    const byApp = new Map<string, Override>();
    for (const { override } of this.valid(request)) if (!byApp.has(override.app)) byApp.set(override.app, override);
    return [...byApp.values()];
  }

  /**
   * Handles `<page>?override=<token>` (several tokens are joined by `~`) and `=none`. The response is a small page that then loads the
   * requested one: the cookie is SameSite, so the browser would not send it after a redirect from another site.
   */
  follow(request: Request, response: Response): void {
    const token = request.query['override'];
    // Exactly one slash: two would mean another host.
    const target = request.path.replace(/^\/+/, '/');
    if (token === 'none') {
      response.clearCookie(this.cookieName, ownCookieOptions(this.config.isSecure));
      this.send(response, 200, 'You now see the live version.', target);
      return;
    }
    try {
      if (typeof token !== 'string') throw new Error('the address has more than one override');
      const named = token.split(TOKEN_SEPARATOR, MAX_OVERRIDES + 1);
      if (named.length > MAX_OVERRIDES) throw new Error(`it names more than ${MAX_OVERRIDES} releases`);
      const opened = named.map((one) => ({ token: one, override: this.tokens.read(one) }));
      const others = this.valid(request).filter((other) => !named.includes(other.token));
      const kept = [...opened, ...others].slice(0, MAX_OVERRIDES);
      // Each token has its own expiry; the cookie must last as long as the last of them.
      const expires = new Date(Math.max(...kept.map((one) => one.override.expires)));
      const value = kept.map((one) => one.token).join(' ');
      response.cookie(this.cookieName, value, { ...ownCookieOptions(this.config.isSecure), expires });
      const what = opened.map(({ override }) => describe(override)).join(' and ');
      this.send(response, 200, `You now see ${what}.`, target);
    } catch (cause) {
      this.send(response, 400, `This link changes nothing: ${(cause as Error).message}.`, null);
    }
  }

  private valid(request: Visitor): { token: string; override: Override }[] {
    const sent = sentOwnCookie(request, COOKIE, this.config.isSecure);
    if (sent === '') return [];
    // Not decoded: of the characters in tokens and separators, only the space is encoded.
    const tokens = sent.slice(0, maxTokensLength(MAX_OVERRIDES)).split(/%20| /, MAX_OVERRIDES);
    return this.tokens.readAll(tokens, () => customerNetwork(request));
  }

  private send(response: Response, status: number, sentence: string, target: string | null): void {
    const onward = target === null ? '<a href="/">Go to the site</a>' : `<a href="${escapeHtml(target)}">Go to the page</a>`;
    const refresh = target === null ? '' : `<meta http-equiv="refresh" content="0; url=${escapeHtml(target)}">`;
    response.status(status).set({
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'no-store',
      'Content-Security-Policy': POLICY,
      'Referrer-Policy': 'no-referrer',
      'X-Content-Type-Options': 'nosniff',
    });
    response.send(
      `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Override</title><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">${refresh}<style>${STYLE}</style></head><body><p>${escapeHtml(sentence)}</p><p>${onward}</p></body></html>`,
    );
  }
}
