/** Runs in every page before its own scripts, in each engine. */
declare global {
  interface Window {
    /** Files that the page has offered through a `blob:` URL: the browser reports the end of a download, but not its beginning. */
    savedFiles: SavedFile[];
  }
}

export interface SavedFile {
  readonly name: string;
  readonly size: number;
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
    if (blob && this.download) window.savedFiles.push({ name: this.download, size: blob.size });
    click.call(this);
  };
}

export const PAGE_SCRIPT = `(${noteSavedFiles.toString()})();`;
