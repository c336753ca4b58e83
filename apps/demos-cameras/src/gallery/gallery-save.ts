import { dataUrlOf } from '../engine/encode.ts';
import type { Exhibit } from '@site/contracts';
import { removePicture, savePicture } from './submissions.ts';

export interface SaveState {
  readonly status: 'idle' | 'saving' | 'saved' | 'error' | 'removing' | 'removed' | 'removal-failed';
  /** Why the last save failed. */
  readonly reason: string | null;
  /** True if this browser can remove the picture from the gallery. */
  readonly canRemove: boolean;
  /** True if the picture is listed only after the site's owner has approved it. */
  readonly isHeld: boolean;
}

export interface GallerySave {
  getState(): SaveState;
  subscribe(onChange: () => void): () => void;
  /** Saves a picture and its number of photos. The previous version is removed from the gallery once the new one is saved. */
  save(picture: Blob, flowerCount: number): Promise<void>;
  /** Sends the picture of the last save again, under the same key. */
  retry(): Promise<void>;
  /** Removes the picture from the gallery once all earlier saves are done. */
  remove(): Promise<void>;
  /** Starts a new picture; saved pictures stay in the gallery. */
  reset(): void;
}

interface SaveParts {
  readonly exhibit: Exhibit;
  /** Called after a picture was added to or removed from the gallery. */
  readonly onChanged: () => void;
}

/** One finished picture and its retakes, at most one of which is in the gallery. */
interface Work {
  savedId: string | null;
  isHeld: boolean;
  pending: { readonly blob: Blob; readonly flowerCount: number; readonly key: string } | null;
  /** Saves and removals of one picture run one after another. */
  queue: Promise<void>;
}

const createWork = (): Work => ({ savedId: null, isHeld: false, pending: null, queue: Promise.resolve() });
const IDLE: SaveState = { status: 'idle', reason: null, canRemove: false, isHeld: false };

/** Saves one page's picture to the shared gallery and removes it again. */
export function createGallerySave({ exhibit, onChanged }: SaveParts): GallerySave {
  const listeners = new Set<() => void>();
  let state = IDLE;
  let current = createWork();

  function show(work: Work, status: SaveState['status'], reason: string | null = null) {
    // A save that finishes after its picture was discarded reports nothing.
    if (work !== current) return;
    state = { status, reason, canRemove: work.savedId !== null, isHeld: work.savedId !== null && work.isHeld };
    for (const listener of listeners) listener();
  }

  async function send(work: Work) {
    if (!work.pending) return;
    show(work, 'saving');
    try {
      const { blob, flowerCount, key } = work.pending;
      const { id, isHeld } = await savePicture({ imageData: await dataUrlOf(blob), flowerCount, exhibit, key });
      const replaced = work.savedId;
      work.savedId = id;
      work.isHeld = isHeld;
      if (replaced !== null && replaced !== id) {
        // If it cannot be removed now, it can still be removed in the gallery, because its token is kept.
        await removePicture(replaced).catch((error: unknown) => console.info('The replaced picture was not removed.', error));
      }
      show(work, 'saved');
      onChanged();
    } catch (error) {
      const isUnreachable = error instanceof TypeError;
      show(work, 'error', isUnreachable ? 'No response: check the connection' : (error as Error).message);
    }
  }

  async function takeOut(work: Work) {
    const { savedId } = work;
    if (savedId === null) {
      // Already removed, or the response to the save had no id: such a picture cannot be removed from here.
      if (state.status !== 'removed') show(work, 'removal-failed');
      return;
    }
    show(work, 'removing');
    try {
      await removePicture(savedId);
      work.savedId = null;
      show(work, 'removed');
      onChanged();
    } catch {
      show(work, 'removal-failed');
    }
  }

  return {
    getState: () => state,
    subscribe(onChange) {
      listeners.add(onChange);
      return () => listeners.delete(onChange);
    },
    save(blob, flowerCount) {
      const work = current;
      show(work, 'saving');
      work.queue = work.queue.then(() => {
        work.pending = { blob, flowerCount, key: crypto.randomUUID() };
        return send(work);
      });
      return work.queue;
    },
    retry() {
      const work = current;
      work.queue = work.queue.then(() => send(work));
      return work.queue;
    },
    remove() {
      const work = current;
      if (work.savedId === null) return work.queue;
      show(work, 'removing');
      work.queue = work.queue.then(() => takeOut(work));
      return work.queue;
    },
    reset() {
      current = createWork();
      show(current, 'idle');
    },
  };
}
