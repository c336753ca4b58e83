import type { Request, Response } from 'express';
import { MADE_ONCE, ReadyAnswer } from './ready-answer.ts';

/** Compares the parts by identity; their contents are not compared. */
function isSame(one: object, other: object): boolean {
  const parts = Object.entries(one);
  return parts.length === Object.keys(other).length && parts.every(([name, part]) => Reflect.get(other, name) === part);
}

/** A response for many visitors: serialized and compressed once, and reused until its parts change. */
export class ReadyJson<T extends object> {
  private last: { readonly source: T; readonly answer: ReadyAnswer } | null = null;

  /** @param write makes the response body, field by field */
  constructor(private readonly write: (source: T) => unknown) {}

  async send(source: T, request: Request, response: Response): Promise<void> {
    if (!this.last || !isSame(source, this.last.source)) this.last = { source, answer: this.make(source) };
    await this.last.answer.send(request, response);
  }

  private make(source: T): ReadyAnswer {
    return new ReadyAnswer(Buffer.from(JSON.stringify(this.write(source))), 'application/json; charset=utf-8', MADE_ONCE);
  }
}
