import { gridOfPhotos } from '../engine/layouts.ts';
import { CollagePage } from './collage-page.tsx';
import { accessFor, BACK_TO_CAMERAS, photoCounter, SAVE_WORDS, type Recipe } from './recipe.ts';

export const recipe: Recipe = {
  exhibit: 'optimal',
  count: 12,
  intervalMs: 250,
  layoutFor: (camera) => gridOfPhotos(4, 3, 300, camera),
  prefersCamera: 'rear',
  explanation:
    'Twelve large rectangles in the camera’s own shape, four across and three down, photographed at four per second. Few tiles, so each one tells a story.',
  previewName: '4x3 preview',
  startLabel: 'Start 12-Photo Rectangular Collage',
  startCaption: 'Takes 12 photos, 4x3, about 3 seconds',
  counter: photoCounter,
  access: accessFor('rectangular'),
  resultTitle: 'Rectangular Collage Complete!',
  downloadLabel: 'Download Collage',
  fileName: () => 'rectangular-collage.jpg',
  againLabel: 'Take another',
  saveWords: SAVE_WORDS,
  back: BACK_TO_CAMERAS,
};

export function Component() {
  return <CollagePage recipe={recipe} />;
}
