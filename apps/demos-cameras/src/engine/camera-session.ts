import { facingOf, preselect, type Camera } from './facing.ts';

/** How long a hidden page keeps its camera. */
const HIDDEN_LIMIT_MS = 30_000;

/** Why there is no camera. */
export type Denial = 'refused' | 'none' | 'busy' | 'insecure' | 'failed';

/** Why a running camera was switched off without the visitor asking for it. */
export type Loss = 'unplugged' | 'hidden';

export interface CameraState {
  readonly permission: 'unasked' | 'requesting' | 'granted' | 'denied';
  readonly denial: Denial | null;
  readonly cameras: readonly Camera[];
  readonly selectedId: string | null;
  readonly isStarting: boolean;
  /** The running camera. */
  readonly stream: MediaStream | null;
  readonly loss: Loss | null;
}

export interface CameraSession {
  getState(): CameraState;
  subscribe(onChange: () => void): () => void;
  /** Listens to the page and the devices until the returned function is called; that also releases the camera. */
  connect(): () => void;
  /**
   * Requests permission and lists the cameras; the camera is off again afterward. Resolves to false if that failed or a newer
   * request replaced it.
   */
  request(): Promise<boolean>;
  /** Chooses a camera; it replaces the one that is running. */
  select(deviceId: string): Promise<void>;
  start(): Promise<void>;
  stop(): void;
}

interface SessionOptions {
  readonly prefers: 'rear' | 'first';
  /** Constraints for every camera: size, frame rate. */
  readonly video: MediaTrackConstraints;
}

const NOTHING: CameraState = {
  permission: 'unasked',
  denial: null,
  cameras: [],
  selectedId: null,
  isStarting: false,
  stream: null,
  loss: null,
};

function denialOf(error: unknown): Denial {
  const name = error instanceof Error || error instanceof DOMException ? error.name : '';
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'refused';
  if (name === 'NotFoundError' || name === 'OverconstrainedError') return 'none';
  if (name === 'NotReadableError' || name === 'AbortError') return 'busy';
  return 'failed';
}

const facingModesOf = (source: { getCapabilities?: () => MediaTrackCapabilities }): readonly string[] =>
  source.getCapabilities?.().facingMode ?? [];

/**
 * One page's use of the device's cameras. At most one runs at a time, and every camera that was opened is stopped: by `stop`, by a
 * switch, when the visitor leaves, when the page stays hidden, or as soon as it opens if any of these has happened meanwhile.
 */
export function createCameraSession(window: Window, { prefers, video }: SessionOptions): CameraSession {
  const { document } = window;
  const devices: MediaDevices | undefined = window.navigator.mediaDevices;
  const listeners = new Set<() => void>();
  let state = NOTHING;
  /** Incremented by every request; the result of an older request is discarded. */
  let latest = 0;
  let hiddenTimer: number | undefined;

  /**
   * Stops a camera, but first detaches it from the videos that show it. Without a graphics card, WebKitGTK deadlocks if a track
   * ends while a frame waits to be painted: the stream's thread waits for the page, and the page for the stream.
   */
  function release(stream: MediaStream | null) {
    if (!stream) return;
    for (const element of document.querySelectorAll('video')) if (element.srcObject === stream) element.srcObject = null;
    for (const track of stream.getTracks()) track.stop();
  }

  const change = (next: Partial<CameraState>) => {
    state = { ...state, ...next };
    for (const listener of listeners) listener();
  };

  function close(loss: Loss | null) {
    latest += 1;
    release(state.stream);
    if (state.stream || state.isStarting || state.loss !== loss) change({ stream: null, isStarting: false, loss });
  }

  function deny(error: unknown) {
    console.info('The camera could not be opened.', error);
    change({ permission: 'denied', denial: denialOf(error), isStarting: false, stream: null });
  }

  /** Returns null if opening failed, or if a newer request replaced this one; its stream is then released. */
  async function open(constraints: MediaTrackConstraints): Promise<MediaStream | null> {
    const mine = (latest += 1);
    try {
      const stream = await devices!.getUserMedia({ video: constraints, audio: false });
      if (mine === latest) return stream;
      release(stream);
    } catch (error) {
      if (mine === latest) deny(error);
    }
    return null;
  }

  async function list(opened: MediaStream | null): Promise<readonly Camera[]> {
    const track = opened?.getVideoTracks()[0];
    const openedId = track?.getSettings().deviceId;
    const all = await devices!.enumerateDevices();
    return all
      .filter(({ kind }) => kind === 'videoinput')
      .map((device, index) => {
        const label = device.label || `Camera ${index + 1}`;
        const known = track && openedId === device.deviceId ? facingModesOf(track) : facingModesOf(device as InputDeviceInfo);
        return { deviceId: device.deviceId, label, facing: facingOf(device.label, known) };
      });
  }

  function keepChoice(cameras: readonly Camera[]) {
    const isThere = cameras.some(({ deviceId }) => deviceId === state.selectedId);
    change({ cameras, selectedId: isThere ? state.selectedId : (preselect(cameras, prefers)?.deviceId ?? null) });
  }

  async function relist() {
    if (state.permission !== 'granted') return;
    const cameras = await list(state.stream).catch(() => state.cameras);
    if (state.permission === 'granted') keepChoice(cameras);
  }

  async function request(): Promise<boolean> {
    if (!devices) {
      change({ permission: 'denied', denial: 'insecure' });
      return false;
    }
    release(state.stream);
    change({ permission: 'requesting', denial: null, loss: null, stream: null });
    const facing = prefers === 'rear' ? { facingMode: { ideal: 'environment' } } : {};
    const stream = await open({ ...video, ...facing });
    if (!stream) return false;
    const mine = latest;
    try {
      // Labels are available only while a camera runs, so it is stopped only after they have been read.
      const cameras = await list(stream);
      if (mine !== latest) return false;
      change({ permission: 'granted' });
      keepChoice(cameras);
      return true;
    } catch (error) {
      if (mine === latest) deny(error);
      return false;
    } finally {
      release(stream);
    }
  }

  async function start() {
    const { selectedId } = state;
    if (!devices || selectedId === null) return;
    // Some phones refuse to open a second camera while the first is open.
    release(state.stream);
    change({ stream: null, isStarting: true, loss: null });
    const stream = await open({ ...video, deviceId: { exact: selectedId } });
    if (!stream) return;
    for (const track of stream.getVideoTracks()) {
      track.addEventListener('ended', () => {
        if (state.stream !== stream) return;
        close('unplugged');
        void relist();
      });
    }
    change({ stream, isStarting: false });
  }

  function onVisibility() {
    window.clearTimeout(hiddenTimer);
    if (document.visibilityState === 'hidden') {
      hiddenTimer = window.setTimeout(() => {
        if (state.stream || state.isStarting) close('hidden');
      }, HIDDEN_LIMIT_MS);
    } else void relist();
  }
  const onPageHide = () => {
    if (state.stream || state.isStarting) close('hidden');
  };
  const onDevices = () => void relist();

  return {
    getState: () => state,
    subscribe(onChange) {
      listeners.add(onChange);
      return () => listeners.delete(onChange);
    },
    connect() {
      document.addEventListener('visibilitychange', onVisibility);
      window.addEventListener('pagehide', onPageHide);
      devices?.addEventListener('devicechange', onDevices);
      return () => {
        window.clearTimeout(hiddenTimer);
        document.removeEventListener('visibilitychange', onVisibility);
        window.removeEventListener('pagehide', onPageHide);
        devices?.removeEventListener('devicechange', onDevices);
        close(null);
      };
    },
    request,
    async select(deviceId) {
      change({ selectedId: deviceId, loss: null });
      if (state.stream || state.isStarting) await start();
    },
    start,
    stop: () => close(null),
  };
}
