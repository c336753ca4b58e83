type CsvCell = string | number | null;

/** A cell that a spreadsheet would run as a formula is prefixed with an apostrophe. */
function cell(value: CsvCell): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** One line of `csvFile`, without its line ending. */
export const csvLine = (cells: readonly CsvCell[]): string => cells.map(cell).join(',');

/** A CSV file as in RFC 4180. In all CSV files of the site, lines before the header that start with # name the source. */
export function csvFile(notes: readonly string[], header: readonly string[], lines: readonly string[]): string {
  const all = [...notes.map((note) => `# ${note.replaceAll(/[\r\n]+/g, ' ')}`), csvLine(header), ...lines];
  return `${all.join('\r\n')}\r\n`;
}

/** A whole file, from rows of cells. */
export const toCsv = (notes: readonly string[], header: readonly string[], rows: readonly (readonly CsvCell[])[]): string =>
  csvFile(notes, header, rows.map(csvLine));
