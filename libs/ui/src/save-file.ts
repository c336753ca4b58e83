/** Ms. The browser reads the address in this very turn; a while later nobody needs it. */
const KEPT_FOR = 10_000;

/** Hands a file to the visitor as a download: it goes from the page's memory to the device's disk. */
export function saveFile(file: File): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = file.name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), KEPT_FOR);
}
