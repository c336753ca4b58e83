/** Runs in every page before its own scripts, in each engine. */
declare global {
  interface Window {
    /** Files that the page has handed out by a `blob:` address. Firefox delivers no download to its driver. */
    savedFiles: SavedFile[];
  }
}

export interface SavedFile {
  readonly name: string;
  readonly type: string;
  readonly base64: string;
}

function noteSavedFiles(): void {
  const blobs = new Map<string, Blob>();
  const { createObjectURL } = URL;
  const { click } = HTMLAnchorElement.prototype;
  window.savedFiles = [];
  URL.createObjectURL = (object: Blob | MediaSource) => {
    const url = createObjectURL.call(URL, object);
    if (object instanceof Blob) blobs.set(url, object);
    return url;
  };
  HTMLAnchorElement.prototype.click = function noteAndClick() {
    const blob = blobs.get(this.href);
    if (blob && this.download) {
      const reader = new FileReader();
      reader.onload = () => {
        const base64 = String(reader.result).split(',')[1] ?? '';
        window.savedFiles.push({ name: this.download, type: blob.type, base64 });
      };
      reader.readAsDataURL(blob);
    }
    click.call(this);
  };
}

export const PAGE_SCRIPT = `(${noteSavedFiles.toString()})();`;
