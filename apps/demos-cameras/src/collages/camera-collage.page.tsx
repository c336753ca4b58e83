import { grid } from '../engine/layouts.ts';
import { CollagePage } from './collage-page.tsx';
import { accessFor, photoCounter, SAVE_WORDS, type Recipe } from './recipe.ts';

const LAYOUT = grid(4, 5, { width: 800, height: 1000 });

export const recipe: Recipe = {
  exhibit: 'collage',
  count: 20,
  intervalMs: 250,
  layoutFor: () => LAYOUT,
  prefersCamera: 'rear',
  hasThumbnails: true,
  explanation:
    'The view is cut into twenty sections. Each is photographed a quarter of a second after the one before, so what moves is caught in many places and what stands still stays whole.',
  previewName: '5x4 preview',
  startLabel: 'Start 4-Photo Collage',
  startCaption: 'Takes 20 photos, 5x4, about 5 seconds',
  counter: photoCounter,
  access: accessFor('photo'),
  resultTitle: 'Collage Complete!',
  downloadLabel: 'Download Collage',
  fileName: () => 'photo-collage.jpg',
  againLabel: 'Take another',
  saveWords: SAVE_WORDS,
  back: { to: '/projects', label: 'Back to Projects' },
};

export function Component() {
  return <CollagePage recipe={recipe} />;
}
