import { act, fireEvent, screen } from '@testing-library/react';
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

test('a retaken tile replaces the picture, which is saved again', async () => {
  await takePicture();
  const before = picture();
  (await beginRetake())();
  await settle();
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(picture()).not.toBe(before);
  screen.getByText('Saving to gallery...');
  await screen.findByText(recipe.saveWords.saved);
  expect(saves).toBe(2);
});

test.each([
  ['failed', () => (press('Take this tile'), screen.findByText('The tile could not be taken. The picture is as it was.'))],
  ['lost its camera', () => (act(() => tracks.at(-1)?.dispatchEvent(new Event('ended'))), screen.findByRole('alert'))],
])('after a retake that %s, the next picture starts without the error message', async (_what, fail) => {
  await takePicture();
  encode = (done) => done(null);
  await enterRoom('Retake one tile');
  await fail();
  press('Take another');
  await screen.findByText(recipe.explanation);
  expect(screen.queryByRole('alert')).toBeNull();
});

const heading = (level: number) => screen.getByRole('heading', { level });

test('when the pressed button disappears, the focus moves to a heading: the picture’s after a save, the page’s for the next picture', async () => {
  await takePicture();
  press('Remove from gallery');
  expect(document.activeElement).toBe(heading(2));
  await screen.findByText('Removed from gallery');
  saveStatus = 503;
  press('Add to the shared gallery');
  expect(document.activeElement).toBe(heading(2));
  await screen.findByText(recipe.saveWords.failed);
  saveStatus = 201;
  press('Try again');
  expect(document.activeElement).toBe(heading(2));
  await screen.findByText(recipe.saveWords.saved);
  press('Take another');
  expect(document.activeElement).toBe(heading(1));
});

test('after Retry on a denial the focus moves to the page’s heading', async () => {
  refusal = 'NotAllowedError';
  showPage();
  await screen.findByRole('alert');
  refusal = null;
  press('Retry');
  await screen.findByText(recipe.explanation);
  expect(document.activeElement).toBe(heading(1));
});
