/** Grays that encode frame numbers: far enough apart that neither JPEG nor color conversion confuses two of them. */
export const CODES = { count: 24, first: 10, step: 10 } as const;

/**
 * Runs in the page: from now on its camera delivers small frames. Without a graphics card a frame of 1920 by 1080 pixels takes so
 * long to draw that a hundred photos take twenty seconds.
 */
function shrinkCamera(): void {
  const { mediaDevices } = navigator;
  const open = mediaDevices.getUserMedia.bind(mediaDevices);
  mediaDevices.getUserMedia = ({ video, ...others } = {}) => {
    const wanted = typeof video === 'object' ? video : {};
    return open({ ...others, video: { ...wanted, width: { ideal: 320 }, height: { ideal: 240 } } });
  };
}

export const SMALL_CAMERA = `(${shrinkCamera.toString()})()`;

/**
 * Runs in the page: from now on its camera shows the number of its frame. Each frame of the engine's own fake camera, or one in
 * every few, triggers a frame in the next plain gray, so that the relayed camera keeps pace with the engine's own and any
 * part of its picture shows the number.
 */
function relayCamera(every: number, codes: { count: number; first: number; step: number }): void {
  const { mediaDevices } = navigator;
  const open = mediaDevices.getUserMedia.bind(mediaDevices);
  mediaDevices.getUserMedia = async (constraints) => {
    const camera = await open(constraints);
    const video = Object.assign(document.createElement('video'), { muted: true, playsInline: true, srcObject: camera });
    const canvas = Object.assign(document.createElement('canvas'), { width: 320, height: 240 });
    const context = canvas.getContext('2d');
    let frames = 0;
    const paint = () => {
      if (context && frames % every === 0) {
        const gray = codes.first + codes.step * ((frames / every) % codes.count);
        context.fillStyle = `rgb(${gray}, ${gray}, ${gray})`;
        context.fillRect(0, 0, canvas.width, canvas.height);
      }
      frames += 1;
      video.requestVideoFrameCallback(paint);
    };
    video.requestVideoFrameCallback(paint);
    await video.play();
    const relayed = canvas.captureStream();
    for (const track of relayed.getTracks()) {
      const stop = track.stop.bind(track);
      track.stop = () => {
        stop();
        // As the page does: WebKit may deadlock if a camera stops while a video shows it.
        Object.assign(video, { srcObject: null });
        for (const source of camera.getTracks()) source.stop();
      };
    }
    return relayed;
  };
}

/** @param every number of the fake camera's frames for each frame of the page's camera */
export const relayExpression = (every: number): string => `(${relayCamera.toString()})(${every}, ${JSON.stringify(CODES)})`;

/** Runs in the page: the mean gray of the middle of each tile of the finished picture, in reading order. */
async function readTiles(columns: number, rows: number): Promise<number[]> {
  const image = document.querySelector<HTMLImageElement>('main img[alt^="Your "]');
  if (!image) return [];
  await image.decode();
  const canvas = Object.assign(document.createElement('canvas'), { width: image.naturalWidth, height: image.naturalHeight });
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) return [];
  context.drawImage(image, 0, 0);
  const [width, height] = [canvas.width / columns, canvas.height / rows];
  return Array.from({ length: columns * rows }, (_, tile) => {
    const left = Math.round(((tile % columns) + 0.3) * width);
    const top = Math.round((Math.floor(tile / columns) + 0.3) * height);
    const { data } = context.getImageData(left, top, Math.round(0.4 * width), Math.round(0.4 * height));
    let sum = 0;
    for (let at = 1; at < data.length; at += 4) sum += data[at] ?? 0;
    return sum / (data.length / 4);
  });
}

export const tilesExpression = (columns: number, rows: number): string => `(${readTiles.toString()})(${columns}, ${rows})`;

interface Moment {
  /** Frames that the camera delivered, according to the engine. */
  readonly given: number;
  readonly at: number;
}

/**
 * Runs in the page: records a hash of what the camera shows as each photo is drawn, by the photo's place, and counts the camera's
 * frames between the first photo and the last.
 */
function noteShots(): void {
  const names = new Map<string, number>();
  const moments: Moment[] = [];
  // Firefox does not count a camera's frames in `totalVideoFrames`, but announces them; WebKitGTK 2.50 counts, and announces none.
  const announced = new WeakMap<HTMLVideoElement, number>();
  const follow = (video: HTMLVideoElement) =>
    video.requestVideoFrameCallback((_now, { presentedFrames }) => {
      announced.set(video, presentedFrames);
      follow(video);
    });
  const onPlaying = ({ target }: Event) => void (target instanceof HTMLVideoElement && follow(target));
  document.addEventListener('playing', onPlaying, true);
  const countOf = (video: HTMLVideoElement) =>
    Math.max(video.getVideoPlaybackQuality().totalVideoFrames, announced.get(video) ?? 0);
  const canvas = Object.assign(document.createElement('canvas'), { width: 64, height: 48 });
  const context = canvas.getContext('2d', { willReadFrequently: true });
  const draw = CanvasRenderingContext2D.prototype.drawImage;
  CanvasRenderingContext2D.prototype.drawImage = function drawAndNote(this: CanvasRenderingContext2D, ...args: unknown[]) {
    const [video] = args;
    if (context && this !== context && video instanceof HTMLVideoElement && args.length === 9 && this.canvas.isConnected) {
      moments.push({ given: countOf(video), at: performance.now() });
      Reflect.apply(draw, context, [video, 0, 0, canvas.width, canvas.height]);
      let hash = 0x811c9dc5;
      for (const byte of context.getImageData(0, 0, canvas.width, canvas.height).data) hash = Math.imul(hash ^ byte, 0x01000193);
      // If a photo is redrawn because the camera has a newer frame, the last one counts.
      names.set(args.slice(5).join(), hash);
    }
    Reflect.apply(draw, this, args);
  } as typeof draw;
  const shotsTaken = () => {
    const between = (field: keyof Moment) => (moments.at(-1)?.[field] ?? 0) - (moments[0]?.[field] ?? 0);
    return { names: [...names.values()], given: 1 + between('given'), milliseconds: between('at') };
  };
  Object.assign(window, { shotsTaken });
}

export const NOTE_SHOTS = `(${noteShots.toString()})()`;
