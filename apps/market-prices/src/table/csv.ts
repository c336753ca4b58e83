export type CsvCell = string | number | null;

/** A cell that a spreadsheet would run as a formula is quoted and led by an apostrophe. */
function cell(value: CsvCell): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** RFC 4180 in the form of `/api/price-history.csv`: lines that start with # say whose figures these are. */
export function toCsv(notes: readonly string[], head: readonly string[], rows: readonly (readonly CsvCell[])[]): string {
  const lines = [
    ...notes.map((note) => `# ${note.replaceAll(/[\r\n]+/g, ' ')}`),
    ...[head, ...rows].map((row) => row.map(cell).join(',')),
  ];
  return `${lines.join('\r\n')}\r\n`;
}

/** Hands a text to the visitor as a file. */
export function saveCsv(fileName: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = fileName;
  link.click();
  // The browser has taken the file by the next task.
  setTimeout(() => URL.revokeObjectURL(address), 0);
}
