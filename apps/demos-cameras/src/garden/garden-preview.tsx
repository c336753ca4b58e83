import { useEffect, useRef } from 'react';
import { createRandom } from '@site/sim';
import { PreviewCanvas } from '../engine/setup-panel.tsx';
import { drawFlower, drawBackground, makeFlower, paintBlossom } from './garden.draw.ts';
import { addFlower, createGarden, isComplete, settleNow } from './garden.model.ts';

/** A garden the size of a tablet, always the same. */
export const PREVIEW = { width: 960, height: 720, seed: 20250624 } as const;

/** A full garden, with painted blossoms instead of photos. */
export function GardenPreview() {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const context = canvas.current?.getContext('2d');
    if (!context) return undefined;
    const { width, height, seed } = PREVIEW;
    const garden = createGarden(width, height);
    const random = createRandom(seed);
    drawBackground(context, width, height);
    // One flower per task, so that the page stays responsive while it is painted.
    let timer = window.setTimeout(function plant() {
      const flower = addFlower(garden, random);
      settleNow(garden, flower);
      drawFlower(context, makeFlower(paintBlossom(seed + flower.id, 256), 256, 128, flower.radius), flower);
      if (canvas.current) canvas.current.dataset['flowers'] = String(garden.flowers.length);
      if (isComplete(garden)) {
        canvas.current?.setAttribute('data-full', '');
        canvas.current?.setAttribute('aria-busy', 'false');
      } else timer = window.setTimeout(plant, 0);
    }, 0);
    return () => window.clearTimeout(timer);
  }, []);
  return <PreviewCanvas ref={canvas} width={PREVIEW.width} height={PREVIEW.height} aria-busy="true" aria-label="A full garden" />;
}
