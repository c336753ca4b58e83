import { gridOfPhotos } from '../engine/layouts.ts';
import { CollagePage } from './collage-page.tsx';
import { accessFor, BACK_TO_CAMERAS, photoCounter, SAVE_WORDS, type Recipe } from './recipe.ts';

export const recipe: Recipe = {
  exhibit: 'optimal-80',
  count: 80,
  intervalMs: 125,
  layoutFor: (camera) => gridOfPhotos(10, 8, 120, camera),
  prefersCamera: 'rear',
  hasCameraMenu: true,
  explanation:
    'Eighty small rectangles, ten across and eight down, eight per second: ten seconds of the view in one picture, row by row.',
  previewName: '10x8 preview',
  startLabel: 'Start 80-Photo Maximum Detail Collage',
  startCaption: 'Takes 80 photos, 10x8, about 10 seconds',
  counter: photoCounter,
  access: accessFor('maximum detail'),
  resultTitle: 'Maximum Detail Collage Complete!',
  downloadLabel: 'Download Collage',
  fileName: () => 'maximum-detail-collage-80.jpg',
  againLabel: 'Take another',
  saveWords: SAVE_WORDS,
  back: BACK_TO_CAMERAS,
};

export function Component() {
  return <CollagePage recipe={recipe} />;
}
