import { grid } from '../engine/layouts.ts';
import { CollagePage } from './collage-page.tsx';
import { BACK_TO_CAMERAS, SAVE_WORDS, type Recipe } from './recipe.ts';

const LAYOUT = grid(10, 10, { width: 1000, height: 1000 });

export const recipe: Recipe = {
  exhibit: 'squares',
  count: 100,
  intervalMs: 10,
  layoutFor: () => LAYOUT,
  prefersCamera: 'rear',
  prefetchesGallery: true,
  explanation:
    'One second, a hundred squares. The camera is asked for a picture every ten milliseconds, and each fills the next square of a ten by ten grid.',
  previewName: '10x10 preview',
  startLabel: 'Start Camera',
  startCaption: 'Takes 100 photos, 10x10, about one second',
  counter: (photo) => `${photo} / 100 SQUARES`,
  capturingNote: 'Capturing at 100fps...',
  access: {
    title: 'Camera Access Required',
    text: 'Camera permission is required',
    retryLabel: 'Grant Camera Permission',
  },
  resultTitle: 'Square Collage Complete!',
  downloadLabel: 'Download Collage',
  fileName: () => `square-collage-${Date.now()}.jpg`,
  againLabel: 'Take another',
  saveWords: SAVE_WORDS,
  back: BACK_TO_CAMERAS,
};

export function Component() {
  return <CollagePage recipe={recipe} />;
}
