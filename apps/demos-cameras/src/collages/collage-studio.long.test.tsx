import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { renderPage } from '../../../../tools/jest/render-page.tsx';
import { grid } from '../engine/layouts.ts';
import { recipe as someRecipe } from './camera-collage.page.tsx';
import { CollageStudio } from './collage-studio.tsx';

const LAYOUT = grid(2, 1, { width: 200, height: 100 });
const recipe = { ...someRecipe, count: 2, intervalMs: 1, layoutFor: () => LAYOUT };

/** The number of draw calls on each canvas. */
let drawn: Map<HTMLCanvasElement, number>;
/** How pictures are encoded. */
let encode: (done: BlobCallback) => void;
let tracks: EventTarget[];
/** Name of the error with which a camera fails to open; null if it opens. */
let refusal: string | null;
let saves: number;
let saveStatus: number;
/** The server responds to removals once this resolves. */
let removal: Promise<void>;

const SAVED = {
  id: 'p1',
  imageUrl: '/api/kaleidoscope-submissions/p1/image',
  thumbnailUrl: '/api/kaleidoscope-submissions/p1/thumbnail',
  width: 200,
  height: 100,
  flowerCount: 2,
  exhibit: 'collage',
  createdAt: '2026-11-20T10:00:00.000Z',
  deleteToken: 'token',
  status: 'listed',
};
const aPicture = () => new Blob(['picture'], { type: 'image/jpeg' });

beforeEach(() => {
  drawn = new Map();
  encode = (done) => done(aPicture());
  tracks = [];
  refusal = null;
  saves = 0;
  saveStatus = 201;
  removal = Promise.resolve();
  const nothing = () => {};
  // A cast, because jsdom has no canvas: this stub has the members that the pages use.
  const contextOf = function contextOf(this: HTMLCanvasElement) {
    return new Proxy(
      {},
      {
        get: (_target, name) => {
          if (name === 'drawImage') return () => void drawn.set(this, (drawn.get(this) ?? 0) + 1);
          return name === 'getImageData' ? () => ({ data: [] }) : nothing;
        },
        set: () => true,
      },
    );
  } as unknown as HTMLCanvasElement['getContext'];
  jest.spyOn(HTMLCanvasElement.prototype, 'getContext').mockImplementation(contextOf);
  jest.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((done) => encode(done));
  jest.spyOn(HTMLVideoElement.prototype, 'videoWidth', 'get').mockReturnValue(640);
  jest.spyOn(HTMLVideoElement.prototype, 'videoHeight', 'get').mockReturnValue(320);
  jest.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue();
  jest.spyOn(console, 'info').mockImplementation(nothing);
  jest.spyOn(globalThis, 'fetch').mockImplementation(async (_path, init) => {
    if (init?.method === 'DELETE') {
      await removal;
      return new Response(null, { status: 204 });
    }
    saves += 1;
    return new Response(JSON.stringify(SAVED), { status: saveStatus });
  });
  let pictures = 0;
  Object.assign(URL, { createObjectURL: () => `blob:picture-${(pictures += 1)}`, revokeObjectURL: nothing });
  Object.assign(window, { Path2D: jest.fn(), matchMedia: () => new EventTarget() });
  Object.defineProperty(crypto, 'randomUUID', { value: () => 'key', configurable: true });
  const mediaDevices = Object.assign(new EventTarget(), {
    async getUserMedia() {
      if (refusal) throw Object.assign(new Error('refused'), { name: refusal });
      const track = Object.assign(new EventTarget(), { id: '1', stop: nothing, getSettings: () => ({ deviceId: 'rear' }) });
      tracks.push(track);
      return { getTracks: () => [track], getVideoTracks: () => [track] };
    },
    enumerateDevices: async () => [{ kind: 'videoinput', deviceId: 'rear', label: 'Back Camera' }],
  });
  Object.defineProperty(navigator, 'mediaDevices', { value: mediaDevices, configurable: true });
});

afterEach(() => jest.restoreAllMocks());

/** Like a press with the keyboard: the pressed button has the focus. */
function press(name: string) {
  const button = screen.getByRole('button', { name });
  button.focus();
  fireEvent.click(button);
}
const picture = () => screen.getByRole<HTMLImageElement>('img', { name: 'Your collage of 2 photos' }).getAttribute('src');
const settle = () => act(async () => {});
async function enterRoom(button: string) {
  press(button);
  await screen.findByRole('dialog');
  fireEvent.loadedData(screen.getByLabelText('Camera view'));
}
function showPage() {
  renderPage(
    <main>
      <h1>A collage</h1>
      <CollageStudio recipe={recipe} />
    </main>,
  );
}
async function takePicture() {
  showPage();
  await screen.findByText(recipe.explanation);
  // Off at first if the site's owner chose so.
  const sharing = screen.getByRole<HTMLInputElement>('switch', { name: 'Add to the shared gallery' });
  if (!sharing.checked) fireEvent.click(sharing);
  await enterRoom(recipe.startLabel);
  press('Take the photos');
  await screen.findByRole('heading', { name: recipe.resultTitle });
  await screen.findByText(recipe.saveWords.saved);
  expect(saves).toBe(1);
}
/** Starts to retake a tile; its encoding finishes when the returned function is called. */
async function beginRetake() {
  let finish = () => {};
  encode = (done) => {
    finish = () => done(aPicture());
  };
  await enterRoom('Retake one tile');
  press('Take this tile');
  return () => finish();
}

test('a tile that is retaken while the picture is being removed from the gallery does not bring it back', async () => {
  await takePicture();
  let answer = () => {};
  removal = new Promise((resolve) => (answer = resolve));
  press('Remove from gallery');
  (await beginRetake())();
  await settle();
  expect(screen.queryByText('Saving to gallery...')).toBeNull();
  answer();
  await screen.findByText('Removed from gallery');
  expect(saves).toBe(1);
});

test.each([
  ['Cancel', () => press('Cancel')],
  ['Escape', () => fireEvent(screen.getByRole('dialog'), new Event('cancel', { cancelable: true }))],
  ['the loss of the camera', () => act(() => tracks.at(-1)?.dispatchEvent(new Event('ended')))],
])('%s while a tile is being retaken discards it: picture and gallery stay as they were', async (_what, leave) => {
  await takePicture();
  const before = picture();
  const finish = await beginRetake();
  leave();
  await settle();
  expect(screen.queryByRole('dialog')).toBeNull();
  finish();
  await settle();
  expect(picture()).toBe(before);
  expect(screen.queryByText('Saving to gallery...')).toBeNull();
  expect(saves).toBe(1);
});

test('a tile that cannot be encoded leaves the picture as it was, on its canvas too', async () => {
  await takePicture();
  encode = (done) => done(null);
  await enterRoom('Retake one tile');
  const canvas = screen.getByRole('dialog').querySelector('canvas')!;
  const before = drawn.get(canvas);
  press('Take this tile');
  await screen.findByText('The tile could not be taken. The picture is as it was.');
  expect(drawn.get(canvas)).toBe(before);
});

test('a busy camera during a retake is reported next to the picture; Retry requests it again and opens the room', async () => {
  await takePicture();
  const before = picture();
  refusal = 'NotReadableError';
  press('Retake one tile');
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('The camera is there, but something else is using it. The picture is as it was.');
  expect(screen.queryByRole('dialog')).toBeNull();
  press('Retry');
  await screen.findByRole('alert');
  expect(picture()).toBe(before);
  refusal = null;
  press('Retry');
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Retake one tile' }));
  await screen.findByRole('dialog');
  fireEvent.loadedData(screen.getByLabelText('Camera view'));
  expect(screen.queryByRole('alert')).toBeNull();
  press('Take this tile');
  await waitFor(() => expect(picture()).not.toBe(before));
  await screen.findByText(recipe.saveWords.saved);
});

test('a camera granted after the visitor moved on to another picture does not open the room, and the page does not wait for it', async () => {
  await takePicture();
  refusal = 'NotReadableError';
  press('Retake one tile');
  await screen.findByRole('alert');
  refusal = null;
  press('Retry');
  press('Take another');
  await screen.findByText(recipe.explanation);
  await settle();
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(screen.queryByRole('alert')).toBeNull();
});
