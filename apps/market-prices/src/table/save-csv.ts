import { csvMetadata, metadataName, toCsv, type CsvField } from '@site/contracts';
import { saveFile } from '@site/ui';
import type { Origin } from '../connection/data-age.tsx';
import { LICENSE, sourceWords } from '../connection/source-words.ts';

interface Csv {
  /** Lines above the table: the source and date of the figures. */
  readonly notes: readonly string[];
  readonly head: readonly string[];
  readonly rows: Parameters<typeof toCsv>[2];
}

/** Downloads rows as a file. */
export function saveCsv(name: string, { notes, head, rows }: Csv): void {
  saveFile(new File([toCsv(notes, head, rows)], name, { type: 'text/csv;charset=utf-8' }));
}

interface Described {
  readonly file: string;
  readonly title: string;
  readonly origin: Origin;
  readonly notes: readonly string[];
  readonly fields: readonly CsvField[];
}

/** Downloads the metadata of a CSV file: its fields and units, its source, license and notes. */
export function saveMetadata({ file, title, origin, notes, fields }: Described): void {
  const text = csvMetadata({
    file,
    title,
    source: sourceWords(origin),
    license: LICENSE,
    notes: [...notes, `Retrieved: ${origin.fetchedAt}`],
    fields,
  });
  saveFile(new File([text], metadataName(file), { type: 'application/csvm+json' }));
}
