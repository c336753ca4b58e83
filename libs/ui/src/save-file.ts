/** The browser reads the URL at once; it is revoked after this time. */
const URL_LIFE_MS = 10_000;

/** Offers a file to the visitor as a download. */
export function saveFile(file: File): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = file.name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), URL_LIFE_MS);
}
