import type { Request, Response } from 'express';
import { MADE_ONCE, ReadyResponse } from './ready-response.ts';

/** Compares the parts by identity; their contents are not compared. */
function isSame(one: object, other: object): boolean {
  const parts = Object.entries(one);
  return parts.length === Object.keys(other).length && parts.every(([name, part]) => Reflect.get(other, name) === part);
}

/** A response for many visitors: serialized and compressed once, and reused until its parts change. */
export class ReadyJson<T extends object> {
  private last: { readonly source: T; readonly ready: ReadyResponse } | null = null;

  /** @param write makes the response body, field by field */
  constructor(private readonly write: (source: T) => unknown) {}

  async send(source: T, request: Request, response: Response): Promise<void> {
    if (!this.last || !isSame(source, this.last.source)) this.last = { source, ready: this.make(source) };
    await this.last.ready.send(request, response);
  }

  private make(source: T): ReadyResponse {
    return new ReadyResponse(Buffer.from(JSON.stringify(this.write(source))), 'application/json; charset=utf-8', MADE_ONCE);
  }
}
