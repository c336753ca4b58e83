import { useHost } from '@site/host';
import { Button, saveFile } from '@site/ui';
import { encodeCanvas } from '../engine/encode.ts';

interface PictureActionsProps {
  readonly picture: Blob;
  readonly fileName: () => string;
  readonly downloadLabel: string;
}

/** Clipboards accept only PNG. */
async function toPng(picture: Blob): Promise<Blob> {
  const bitmap = await createImageBitmap(picture);
  const canvas = document.createElement('canvas');
  canvas.width = bitmap.width;
  canvas.height = bitmap.height;
  canvas.getContext('2d')!.drawImage(bitmap, 0, 0);
  bitmap.close();
  return encodeCanvas(canvas, 'image/png');
}

/** Download, and share sheet and clipboard where this browser supports them. */
export function PictureActions({ picture, fileName, downloadLabel }: PictureActionsProps) {
  const { toast } = useHost();
  const toFile = () => new File([picture], fileName(), { type: picture.type });
  const canShare = navigator.canShare?.({ files: [toFile()] }) ?? false;
  const canCopy = 'ClipboardItem' in window && Boolean(navigator.clipboard);

  const share = async () => {
    try {
      await navigator.share({ files: [toFile()] });
    } catch (error) {
      const wasCanceled = error instanceof DOMException && error.name === 'AbortError';
      if (!wasCanceled) toast({ title: 'Sharing did not work', description: 'Download the picture instead.' });
    }
  };
  const copy = async () => {
    try {
      // A promise, because some browsers require the copy to start within the tap.
      await navigator.clipboard.write([new ClipboardItem({ 'image/png': toPng(picture) })]);
      toast({ title: 'Image copied' });
    } catch {
      toast({ title: 'Copying did not work', description: 'Download the picture instead.' });
    }
  };
  return (
    <>
      <Button onClick={() => saveFile(toFile())}>{downloadLabel}</Button>
      {canShare && (
        <Button look="quiet" onClick={() => void share()}>
          Share
        </Button>
      )}
      {canCopy && (
        <Button look="quiet" onClick={() => void copy()}>
          Copy image
        </Button>
      )}
    </>
  );
}
