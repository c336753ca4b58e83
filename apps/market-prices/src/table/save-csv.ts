import { toCsv } from '@site/contracts';
import { saveFile } from '@site/ui';

interface Csv {
  /** Lines above the table: whose figures these are, and of when. */
  readonly notes: readonly string[];
  readonly head: readonly string[];
  readonly rows: Parameters<typeof toCsv>[2];
}

/** Hands rows to the visitor as a file. */
export function saveCsv(name: string, { notes, head, rows }: Csv): void {
  saveFile(new File([toCsv(notes, head, rows)], name, { type: 'text/csv;charset=utf-8' }));
}
