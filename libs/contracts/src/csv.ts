type CsvCell = string | number | null;

/** A cell that a spreadsheet would run as a formula is quoted and led by an apostrophe. */
function cell(value: CsvCell): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** RFC 4180, in the form of every file of figures that the site hands out: lines before the head, led by #, say whose they are. */
export function toCsv(notes: readonly string[], head: readonly string[], rows: readonly (readonly CsvCell[])[]): string {
  const lines = [
    ...notes.map((note) => `# ${note.replaceAll(/[\r\n]+/g, ' ')}`),
    ...[head, ...rows].map((row) => row.map(cell).join(',')),
  ];
  return `${lines.join('\r\n')}\r\n`;
}
