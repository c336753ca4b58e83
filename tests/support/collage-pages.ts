import { grid, gridOfPhotos, honeycomb, octagonsAndSquares, type Layout } from '../../apps/demos-cameras/src/engine/layouts.ts';
import { VIDEO } from './coded-camera.ts';

/** The wording and numbers of each collage page, from the specification and the decisions. */
export interface CollagePage {
  readonly path: string;
  readonly heading: string;
  readonly exhibit: string;
  readonly count: number;
  readonly intervalMs: number;
  readonly size: { readonly width: number; readonly height: number };
  readonly layout: Layout;
  readonly preview: string;
  readonly start: string;
  readonly caption: string;
  readonly counter: (photo: number) => string;
  readonly result: string;
  readonly download: string;
  readonly fileName: RegExp;
  readonly back: readonly [label: string, path: string];
  readonly denied: readonly string[];
  readonly retry: string;
  readonly saved: string;
  readonly failed: string;
  readonly chosen: string;
}

const photos = (count: number) => (photo: number) => `Photo ${photo} of ${count}`;
const deniedFor = (kind: string) => [
  'Camera Access Required',
  `This app needs camera access to create ${kind} collages. Please enable camera permissions and refresh the page`,
];
const common = {
  download: 'Download Collage',
  back: ['Back to Cameras', '/projects/cameras'],
  retry: 'Retry',
  saved: 'Saved to gallery!',
  failed: 'Failed to save to gallery',
  chosen: 'Back Camera',
} as const;

export const COLLAGE_PAGES = {
  collage: {
    ...common,
    path: '/projects/camera-collage',
    heading: '20-Photo Collage',
    exhibit: 'collage',
    count: 20,
    intervalMs: 250,
    size: { width: 800, height: 1000 },
    layout: grid(4, 5, { width: 800, height: 1000 }),
    preview: '5x4 preview',
    start: 'Start 4-Photo Collage',
    caption: 'Takes 20 photos, 5x4, about 5 seconds',
    counter: photos(20),
    result: 'Collage Complete!',
    fileName: /^photo-collage\.jpg$/,
    back: ['Back to Projects', '/projects'],
    denied: deniedFor('photo'),
  },
  hexagon: {
    ...common,
    path: '/projects/camera-hexagon',
    heading: '100-Shot Hexagonal Collage',
    exhibit: 'hexagon',
    count: 100,
    intervalMs: 10,
    size: { width: 1000, height: 1000 },
    layout: honeycomb(),
    preview: 'Honeycomb preview',
    start: 'Start 100-Shot Hexagonal Collage',
    caption: 'Takes 100 photos in a honeycomb, about one second',
    counter: photos(100),
    result: 'Hexagonal Collage Complete!',
    fileName: /^hexagonal-collage\.jpg$/,
    denied: deniedFor('hexagonal'),
  },
  squares: {
    ...common,
    path: '/projects/camera-squares',
    heading: 'RAPID SQUARE CAMERA',
    exhibit: 'squares',
    count: 100,
    intervalMs: 10,
    size: { width: 1000, height: 1000 },
    layout: grid(10, 10, { width: 1000, height: 1000 }),
    preview: '10x10 preview',
    start: 'Start Camera',
    caption: 'Takes 100 photos, 10x10, about one second',
    counter: (photo: number) => `${photo} / 100 SQUARES`,
    result: 'Square Collage Complete!',
    fileName: /^square-collage-\d{13}\.jpg$/,
    denied: ['Camera Access Required', 'Camera permission is required'],
    retry: 'Grant Camera Permission',
  },
  optimal: {
    ...common,
    path: '/projects/camera-optimal',
    heading: '12-Photo Rectangular Collage',
    exhibit: 'optimal',
    count: 12,
    intervalMs: 250,
    // Short side 300; the long side follows from the 4:3 of the test's camera.
    size: { width: 4 * 400, height: 3 * 300 },
    layout: gridOfPhotos(4, 3, 300, VIDEO),
    preview: '4x3 preview',
    start: 'Start 12-Photo Rectangular Collage',
    caption: 'Takes 12 photos, 4x3, about 3 seconds',
    counter: photos(12),
    result: 'Rectangular Collage Complete!',
    fileName: /^rectangular-collage\.jpg$/,
    denied: deniedFor('rectangular'),
  },
  optimal80: {
    ...common,
    path: '/projects/camera-optimal-80',
    heading: '80-Photo Maximum Detail Collage',
    exhibit: 'optimal-80',
    count: 80,
    intervalMs: 125,
    // Short side 120.
    size: { width: 10 * 160, height: 8 * 120 },
    layout: gridOfPhotos(10, 8, 120, VIDEO),
    preview: '10x8 preview',
    start: 'Start 80-Photo Maximum Detail Collage',
    caption: 'Takes 80 photos, 10x8, about 10 seconds',
    counter: photos(80),
    result: 'Maximum Detail Collage Complete!',
    fileName: /^maximum-detail-collage-80\.jpg$/,
    denied: deniedFor('maximum detail'),
  },
  hybrid: {
    ...common,
    path: '/projects/camera-hex-square',
    heading: 'Hybrid Tessellation Camera',
    exhibit: 'hex-square',
    count: 64,
    intervalMs: 125,
    size: { width: 800, height: 800 },
    layout: octagonsAndSquares(),
    preview: '8x8 preview of octagons and squares',
    start: 'Start Hybrid Tessellation',
    caption: 'Takes 64 photos, 8x8, about 8 seconds',
    counter: photos(64),
    result: 'Hex-Square Composite Complete!',
    download: 'Download Composite',
    fileName: /^hybrid-tessellation-\d{13}\.jpg$/,
    denied: ['Camera access denied', 'Please allow camera access to use this feature'],
    saved: 'Saved to gallery',
    failed: 'Error saving to gallery',
    // No preference for front or rear, so the first camera.
    chosen: 'Front Camera',
  },
} as const satisfies Record<string, CollagePage>;
