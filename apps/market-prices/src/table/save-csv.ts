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
