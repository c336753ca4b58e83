import { useEffect, useRef, type ReactNode, type RefObject } from 'react';
import { pathOf, type Layout, type Size } from './layouts.ts';
import { playStream } from './play-stream.ts';
import { followFrames } from './video-frames.ts';
import styles from './engine.module.css';

interface ViewfinderProps {
  readonly video: RefObject<HTMLVideoElement | null>;
  readonly stream: MediaStream | null;
  /** Cells outlined over the view; the view has the layout's shape. */
  readonly layout: Layout;
  readonly isMirrored: boolean;
  /** A picture that is drawn over the view, cell by cell. */
  readonly canvas?: HTMLCanvasElement | undefined;
  readonly isCanvasMirrored?: boolean;
  /** Index of the cell in which the camera is visible through the picture. */
  readonly openCell?: number | undefined;
  /** Called when the camera's first frame arrives, and when its shape changes. */
  readonly onSize: (size: Size) => void;
  /** A press on the view, in pixels of the saved picture. */
  readonly onPress?: ((x: number, y: number) => void) | undefined;
  readonly children?: ReactNode;
}

const percent = (part: number, whole: number) => `${((100 * part) / whole).toFixed(3)}%`;

/** The clip path of the canvas with a hole at one cell. */
function holeAt(layout: Layout, cell: number): string {
  const corners = layout.cells[cell]?.corners ?? [];
  const first = corners.slice(0, 1);
  const hole = [...corners, ...first].map(({ x, y }) => `${percent(x, layout.width)} ${percent(y, layout.height)}`);
  return `polygon(evenodd, 0 0, 100% 0, 100% 100%, 0 100%, 0 0, ${hole.join(', ')}, 0 0)`;
}

/** The camera image, cropped to the shape of the picture, with the unfinished picture and the grid over it. */
export function Viewfinder({
  video,
  stream,
  layout,
  isMirrored,
  canvas,
  isCanvasMirrored = false,
  openCell,
  onSize,
  onPress,
  children,
}: ViewfinderProps) {
  const slot = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = video.current;
    if (!element) return undefined;
    const stop = playStream(element, stream);
    const unfollow = followFrames(element);
    return () => {
      unfollow();
      stop();
    };
  }, [video, stream]);
  useEffect(() => {
    if (canvas) slot.current?.replaceChildren(canvas);
    else slot.current?.replaceChildren();
  }, [canvas]);

  const reportSize = () => {
    const element = video.current;
    if (element && element.videoWidth > 0) onSize({ width: element.videoWidth, height: element.videoHeight });
  };
  const flip = (isFlipped: boolean) => (isFlipped ? { transform: 'scaleX(-1)' } : {});
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- a press is a shortcut for the number field beside it
    <div
      className={styles.view}
      data-scene
      style={{ '--view-width': layout.width, '--view-height': layout.height } as Record<string, number>}
      onPointerDown={(event) => {
        if (!onPress) return;
        const box = event.currentTarget.getBoundingClientRect();
        const across = (event.clientX - box.left) / box.width;
        onPress(
          (isCanvasMirrored ? 1 - across : across) * layout.width,
          ((event.clientY - box.top) / box.height) * layout.height,
        );
      }}
    >
      <video
        ref={video}
        className={`cover ${styles.video}`}
        style={flip(isMirrored)}
        autoPlay
        muted
        playsInline
        aria-label="Camera view"
        onLoadedData={reportSize}
        onResize={reportSize}
      />
      <div
        ref={slot}
        className={`cover ${styles.slot}`}
        style={{ ...flip(isCanvasMirrored), ...(openCell === undefined ? {} : { clipPath: holeAt(layout, openCell) }) }}
      />
      <svg
        className="cover"
        fill="none"
        stroke="rgb(255 255 255 / 0.55)"
        style={flip(isCanvasMirrored)}
        viewBox={`0 0 ${layout.width} ${layout.height}`}
        preserveAspectRatio="none"
        aria-hidden="true"
        data-cells={layout.cells.length}
      >
        <path vectorEffect="non-scaling-stroke" d={pathOf(layout.cells)} />
        {openCell !== undefined && layout.cells[openCell] && (
          <path stroke="#ffffff" strokeWidth="4" vectorEffect="non-scaling-stroke" d={pathOf([layout.cells[openCell]])} />
        )}
      </svg>
      {children}
    </div>
  );
}
