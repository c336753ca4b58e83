import { act, fireEvent, screen } from '@testing-library/react';
import type { HostApi } from '@site/host';
import { renderPage } from '../../../../tools/jest/render-page.tsx';
import { recipe as someRecipe } from './camera-collage.page.tsx';
import { CollagePage } from './collage-page.tsx';
import type { Recipe } from './recipe.ts';
import { grid } from '../engine/layouts.ts';

const LAYOUT = grid(2, 1, { width: 200, height: 100 });
/** A collage of two photos. */
export const recipe: Recipe = { ...someRecipe, count: 2, intervalMs: 1, layoutFor: () => LAYOUT };

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
};
const aPicture = () => new Blob(['picture'], { type: 'image/jpeg' });
const nothing = () => {};

const newWorld = () => ({
  /** The number of draw calls on each canvas. */
  drawn: new Map<HTMLCanvasElement, number>(),
  /** How pictures are encoded. */
  encode: ((done) => done(aPicture())) as (done: BlobCallback) => void,
  tracks: [] as EventTarget[],
  /** How many cameras were stopped. */
  stops: 0,
  cameras: [{ kind: 'videoinput', deviceId: 'rear', label: 'Back Camera' }],
  /** Name of the error thrown when a camera is opened; null if it opens. */
  refusal: null as string | null,
  saves: 0,
  /** How many times the gallery's list was requested. */
  lists: 0,
  saveStatus: 201,
  isHeld: false,
  /** The server responds to removals once this resolves. */
  removal: Promise.resolve(),
  removalStatus: 204,
});

/** Browser and server of the running test, which may change them. */
export const world = newWorld();

beforeEach(() => {
  Object.assign(world, newWorld());
  localStorage.clear();
  // A cast, because jsdom has no canvas: this stub has the members that the pages use.
  const contextOf = function contextOf(this: HTMLCanvasElement) {
    return new Proxy(
      {},
      {
        get: (_target, name) => {
          if (name === 'drawImage') return () => void world.drawn.set(this, (world.drawn.get(this) ?? 0) + 1);
          return name === 'getImageData' ? () => ({ data: [] }) : nothing;
        },
        set: () => true,
      },
    );
  } as unknown as HTMLCanvasElement['getContext'];
  jest.spyOn(HTMLCanvasElement.prototype, 'getContext').mockImplementation(contextOf);
  jest.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((done) => world.encode(done));
  jest.spyOn(HTMLVideoElement.prototype, 'videoWidth', 'get').mockReturnValue(640);
  jest.spyOn(HTMLVideoElement.prototype, 'videoHeight', 'get').mockReturnValue(320);
  jest.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue();
  jest.spyOn(console, 'info').mockImplementation(nothing);
  jest.spyOn(globalThis, 'fetch').mockImplementation(async (_path, init) => {
    if (init?.method === 'DELETE') {
      await world.removal;
      return new Response(world.removalStatus === 204 ? null : '{}', { status: world.removalStatus });
    }
    if (init?.method !== 'POST') {
      world.lists += 1;
      return new Response('[]');
    }
    world.saves += 1;
    return new Response(JSON.stringify({ ...SAVED, status: world.isHeld ? 'held' : 'listed' }), { status: world.saveStatus });
  });
  let pictures = 0;
  Object.assign(URL, { createObjectURL: () => `blob:picture-${(pictures += 1)}`, revokeObjectURL: nothing });
  Object.assign(window, { Path2D: jest.fn(), matchMedia: () => new EventTarget() });
  Object.defineProperty(crypto, 'randomUUID', { value: () => 'key', configurable: true });
  const mediaDevices = Object.assign(new EventTarget(), {
    async getUserMedia() {
      if (world.refusal) throw Object.assign(new Error('refused'), { name: world.refusal });
      const stop = () => (world.stops += 1);
      const track = Object.assign(new EventTarget(), { id: '1', stop, getSettings: () => ({ deviceId: 'rear' }) });
      world.tracks.push(track);
      return { getTracks: () => [track], getVideoTracks: () => [track] };
    },
    enumerateDevices: async () => world.cameras,
  });
  Object.defineProperty(navigator, 'mediaDevices', { value: mediaDevices, configurable: true });
});

afterEach(() => jest.restoreAllMocks());

/** Like a press with the keyboard: the pressed button has the focus. */
export function press(name: string): void {
  const button = screen.getByRole('button', { name });
  button.focus();
  fireEvent.click(button);
}
export const picture = () => screen.getByRole<HTMLImageElement>('img', { name: 'Your collage of 2 photos' }).getAttribute('src');
export const settle = () => act(async () => {});

export async function openDialog(button: string): Promise<void> {
  press(button);
  await screen.findByRole('dialog');
  fireEvent.loadedData(screen.getByLabelText('Camera view'));
}

export function showCollagePage(toast?: HostApi['toast'], shown = recipe): void {
  renderPage(
    <main>
      <h1>A collage</h1>
      <CollagePage recipe={shown} />
    </main>,
    { toast },
  );
}

interface TakeOptions {
  readonly isShared?: boolean;
  readonly toast?: HostApi['toast'];
  readonly shown?: Recipe;
}

/** Takes a picture, from Start to the result, and waits for the server's response if it is shared and accepted. */
export async function takePicture({ isShared = true, toast, shown = recipe }: TakeOptions = {}): Promise<void> {
  showCollagePage(toast, shown);
  await screen.findByText(shown.explanation);
  // Whether it is on at first is the site owner's choice.
  const sharing = screen.getByRole<HTMLInputElement>('switch', { name: 'Add to the shared gallery' });
  if (sharing.checked !== isShared) fireEvent.click(sharing);
  await openDialog(shown.startLabel);
  press('Take the photos');
  await screen.findByRole('heading', { name: shown.resultTitle });
  if (isShared && world.saveStatus !== 201) return;
  if (isShared) await screen.findByText(world.isHeld ? /^Sent to the gallery/ : recipe.saveWords.saved);
  expect(world.saves).toBe(isShared ? 1 : 0);
}

/** Starts to retake a tile; its encoding finishes when the returned function is called. */
export async function beginRetake(): Promise<() => void> {
  let finish = () => {};
  world.encode = (done) => {
    finish = () => done(aPicture());
  };
  await openDialog('Retake one tile');
  press('Take this tile');
  return () => finish();
}
