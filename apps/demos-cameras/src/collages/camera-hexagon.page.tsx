import { honeycomb } from '../engine/layouts.ts';
import { CollagePage } from './collage-page.tsx';
import { accessFor, BACK_TO_CAMERAS, photoCounter, SAVE_WORDS, type Recipe } from './recipe.ts';

const LAYOUT = honeycomb();

export const recipe: Recipe = {
  exhibit: 'hexagon',
  count: 100,
  intervalMs: 10,
  layoutFor: () => LAYOUT,
  prefersCamera: 'rear',
  explanation:
    'A hundred hexagons, photographed one after the other at 100 per second, ten milliseconds apart. Move the camera or whatever is in front of it, and the honeycomb bends time.',
  previewName: 'Honeycomb preview',
  startLabel: 'Start 100-Shot Hexagonal Collage',
  startCaption: 'Takes 100 photos in a honeycomb, about one second',
  counter: photoCounter,
  access: accessFor('hexagonal'),
  resultTitle: 'Hexagonal Collage Complete!',
  downloadLabel: 'Download Collage',
  fileName: () => 'hexagonal-collage.jpg',
  againLabel: 'Take another',
  saveWords: SAVE_WORDS,
  back: BACK_TO_CAMERAS,
};

export function Component() {
  return <CollagePage recipe={recipe} />;
}
