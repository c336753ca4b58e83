interface SharedPage {
  readonly title: string;
  readonly link: string;
  /** Shared as well if the device can share files. */
  readonly file?: File | undefined;
}

/** Shares a page's URL: with the device's share sheet, the clipboard, or else as text. `notify` shows a notification. */
export async function sharePage(
  { title, link, file }: SharedPage,
  notify: (message: { readonly title: string; readonly description?: string }) => void,
): Promise<void> {
  const files = file && navigator.canShare?.({ files: [file] }) ? { files: [file] } : {};
  try {
    if (navigator.share) await navigator.share({ title, url: link, ...files });
    else {
      await navigator.clipboard.writeText(link);
      notify({ title: 'Link copied' });
    }
  } catch (error) {
    const wasCanceled = error instanceof DOMException && error.name === 'AbortError';
    if (!wasCanceled) notify({ title: 'This page’s link', description: link });
  }
}
