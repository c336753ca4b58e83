import { octagonsAndSquares } from '../engine/layouts.ts';
import { CollagePage } from './collage-page.tsx';
import { BACK_TO_CAMERAS, photoCounter, type Recipe } from './recipe.ts';

const LAYOUT = octagonsAndSquares();

export const recipe: Recipe = {
  exhibit: 'hex-square',
  count: 64,
  gapCount: LAYOUT.gaps.length,
  intervalMs: 125,
  layoutFor: () => LAYOUT,
  prefersCamera: 'first',
  explanation:
    'Sixty-four octagons, photographed at eight per second. Four octagons never quite meet: the small squares between them show the last photo, taken after all the others.',
  previewName: '8x8 preview of octagons and squares',
  startLabel: 'Start Hybrid Tessellation',
  startCaption: 'Takes 64 photos, 8x8, about 8 seconds',
  counter: photoCounter,
  access: { title: 'Camera access denied', text: 'Please allow camera access to use this feature', retryLabel: 'Retry' },
  resultTitle: 'Hex-Square Composite Complete!',
  downloadLabel: 'Download Composite',
  fileName: () => `hybrid-tessellation-${Date.now()}.jpg`,
  againLabel: 'Capture New Composite',
  saveWords: { saved: 'Saved to gallery', failed: 'Error saving to gallery' },
  back: BACK_TO_CAMERAS,
};

export function Component() {
  return <CollagePage recipe={recipe} />;
}
