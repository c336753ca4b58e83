import type { RefObject } from 'react';
import { useHost } from '@site/host';
import { Button } from '@site/ui';
import type { PictureWords } from './chart-picture.ts';

interface TakePictureProps {
  /** The element that contains the chart. */
  readonly box: RefObject<HTMLElement | null>;
  readonly words: PictureWords;
  /** False while the chart is loading; the space for the buttons is reserved. */
  readonly isReady?: boolean;
}

/** Buttons that download the chart with everything a reader of the file needs to know. The drawing code is fetched on demand. */
export function TakePicture({ box, words, isReady = true }: TakePictureProps) {
  const host = useHost();
  const take = async (format: 'svg' | 'png') => {
    const chart = box.current?.querySelector<SVGSVGElement>('svg[data-chart]');
    try {
      const { savePicture } = await import('./chart-picture.ts');
      if (chart) await savePicture(chart, words, format);
    } catch {
      host.toast({ title: 'The picture could not be created', description: 'Try the other format, or reload the page.' });
    }
  };
  return (
    <>
      <Button look="quiet" disabled={!isReady} onClick={() => void take('svg')}>
        Chart as SVG
      </Button>
      <Button look="quiet" disabled={!isReady} onClick={() => void take('png')}>
        Chart as PNG
      </Button>
    </>
  );
}
