export interface CameraSystem {
  readonly title: string;
  readonly date: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly link: string;
}

/** The four cameras of the page, in the order in which they are shown. */
export const CAMERA_SYSTEMS: readonly CameraSystem[] = [
  {
    title: '80 Rectangle Camera',
    date: 'Aug 4 2025',
    description: 'A 10x8 grid of 80 photos, taken at 8 per second: the most detail of the four.',
    tags: ['10x8 grid', '80 photos', '8 per second'],
    link: '/projects/camera-optimal-80',
  },
  {
    title: '12 Rectangle Camera',
    date: 'Aug 1 2025',
    description: 'A 4x3 grid of 12 photos, taken at 4 per second: large tiles, three seconds.',
    tags: ['4x3 grid', '12 photos', '4 per second'],
    link: '/projects/camera-optimal',
  },
  {
    title: 'Honeycomb Pattern Camera',
    date: 'Jul 30 2025',
    description: 'A honeycomb of 100 photos, taken at 100 per second.',
    tags: ['Hexagons', '100 photos', '100 per second'],
    link: '/projects/camera-hexagon',
  },
  {
    title: 'Sectional Grid Camera',
    date: 'Jul 25 2025',
    description: 'A 5x4 grid of 20 photos, taken at 4 per second: the view in sections, each from its own moment.',
    tags: ['5x4 grid', '20 photos', '4 per second'],
    link: '/projects/camera-collage',
  },
];
