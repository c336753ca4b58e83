import type { Exhibit } from '@site/contracts';
import type { AccessWords } from '../engine/access-required.tsx';
import type { Layout, Size } from '../engine/layouts.ts';
import type { SaveWords } from '../gallery/save-line.tsx';

/** One collage page: its geometry, its pace and its text. */
export interface Recipe {
  readonly exhibit: Exhibit;
  /** Photos in the picture. */
  readonly count: number;
  /** Photos that may follow, one for each gap of the layout. */
  readonly gapCount?: number;
  readonly intervalMs: number;
  /** The picture's layout for a camera with the given frame size. */
  readonly layoutFor: (camera: Size) => Layout;
  readonly prefersCamera: 'rear' | 'first';
  /** 'Switch Camera' instead of a list. */
  readonly hasCameraMenu?: boolean;
  /** A strip of small photos under the view. */
  readonly hasThumbnails?: boolean;
  /** Fetches the gallery's first page while the visitor is still here. */
  readonly prefetchesGallery?: boolean;
  readonly explanation: string;
  /** Accessible name of the drawing beside the explanation. */
  readonly previewName: string;
  readonly startLabel: string;
  readonly startCaption: string;
  readonly counter: (photo: number, count: number) => string;
  readonly capturingNote?: string;
  readonly access: AccessWords;
  readonly resultTitle: string;
  readonly downloadLabel: string;
  readonly fileName: () => string;
  readonly againLabel: string;
  readonly saveWords: SaveWords;
  readonly back: { readonly to: string; readonly label: string };
}

export const BACK_TO_CAMERAS = { to: '/projects/cameras', label: 'Back to Cameras' };
export const SAVE_WORDS: SaveWords = { saved: 'Saved to gallery!', failed: 'Failed to save to gallery' };

/** What the collage pages say when camera access is denied. */
export const accessFor = (kind: string): AccessWords => ({
  title: 'Camera Access Required',
  text: `This app needs camera access to create ${kind} collages. Please enable camera permissions and refresh the page`,
  retryLabel: 'Retry',
});

export const photoCounter = (photo: number, count: number): string => `Photo ${photo} of ${count}`;
