/** Describes a column of a CSV file. */
export interface CsvField {
  readonly name: string;
  readonly datatype: 'date' | 'integer' | 'number' | 'string';
  readonly description: string;
  readonly unit?: string;
}

interface DescribedCsv {
  /** Name or address of the file. */
  readonly file: string;
  readonly title: string;
  /** Who published the figures. */
  readonly source: string;
  readonly license: string;
  readonly notes: readonly string[];
  readonly fields: readonly CsvField[];
}

/** A CSV file's description in W3C's "Metadata Vocabulary for Tabular Data": tells programs its fields, units and source. */
export function csvMetadata({ file, title, source, license, notes, fields }: DescribedCsv): string {
  const metadata = {
    '@context': ['http://www.w3.org/ns/csvw', { '@language': 'en' }],
    url: file,
    // Lines before the header.
    dialect: { commentPrefix: '#' },
    'dc:title': title,
    'dc:source': source,
    'dc:license': license,
    notes,
    tableSchema: {
      columns: fields.map(({ name, datatype, description, unit }) => ({
        name: name.replaceAll(/[^A-Za-z0-9]+/g, '_'),
        titles: name,
        datatype,
        'dc:description': description,
        ...(unit !== undefined && { 'schema:unitText': unit }),
      })),
    },
  };
  return `${JSON.stringify(metadata, undefined, 2)}\n`;
}

/** The name of the description that comes with a CSV file. */
export const metadataName = (csv: string): string => `${csv}-metadata.json`;
