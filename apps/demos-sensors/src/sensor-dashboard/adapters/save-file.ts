/** Hands a text to the browser as a download; it goes from the page's memory to the device's disk. */
export function saveFile(name: string, type: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The browser reads the address in this very turn; a while later nobody needs it.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
