import type { ReadyAnswer } from './ready-answer.ts';

/** What an entry takes beside the answer. */
const ENTRY_BYTES = 1_000;

interface Entry {
  readonly answer: Promise<ReadyAnswer>;
  /** 0 until the answer is made. */
  weight: number;
}

/** Answers by what they were made of, the most recently used ones up to a number of bytes. Callers of one key share one making. */
export class AnswerCache {
  /** The least recently used first. */
  private readonly entries = new Map<string, Entry>();
  private bytes = 0;

  constructor(private readonly maxBytes: number) {}

  get(key: string, make: () => Promise<ReadyAnswer>): Promise<ReadyAnswer> {
    const known = this.entries.get(key);
    if (known) {
      this.entries.delete(key);
      this.entries.set(key, known);
      return known.answer;
    }
    const entry: Entry = { answer: make(), weight: 0 };
    this.entries.set(key, entry);
    entry.answer.then(
      ({ weight }) => this.weigh(key, entry, ENTRY_BYTES + weight),
      () => this.entries.delete(key),
    );
    return entry.answer;
  }

  private weigh(key: string, entry: Entry, weight: number): void {
    entry.weight = weight;
    this.bytes += weight;
    for (const [oldest, { weight: freed }] of this.entries) {
      if (this.bytes <= this.maxBytes) return;
      // An answer that is being made has no weight yet, and the new one stays, however large it is.
      if (freed === 0 || oldest === key) continue;
      this.entries.delete(oldest);
      this.bytes -= freed;
    }
  }
}
