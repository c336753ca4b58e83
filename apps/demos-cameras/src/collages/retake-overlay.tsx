import { useEffect, useRef, useState } from 'react';
import { Button, plate } from '@site/ui';
import { cellAt } from '../engine/layouts.ts';
import { Viewfinder } from '../engine/viewfinder.tsx';
import { CaptureDialog } from './capture-dialog.tsx';
import { retake, type Collage } from './capture.ts';
import styles from './collages.module.css';

interface RetakeOverlayProps {
  readonly collage: Collage;
  readonly stream: MediaStream | null;
  /** The saved picture is mirrored. */
  readonly isMirrored: boolean;
  readonly onDone: (collage: Collage) => void;
  readonly onFailed: () => void;
  readonly onCancel: () => void;
}

/** Retakes one tile of a finished picture: the camera shows through the chosen tile until the shutter is pressed. */
export function RetakeOverlay({ collage, stream, isMirrored, onDone, onFailed, onCancel }: RetakeOverlayProps) {
  const { layout, canvas } = collage.mosaic;
  const [tile, setTile] = useState(0);
  /** What is being typed, which may not be the number of a tile yet. */
  const [typed, setTyped] = useState<string>();
  const [isReady, setReady] = useState(false);
  const [isTaking, setTaking] = useState(false);
  const video = useRef<HTMLVideoElement>(null);
  const title = useRef<HTMLSpanElement>(null);
  const running = useRef(new AbortController());
  // Leaving the dialog or losing the camera leaves the picture unchanged.
  useEffect(() => {
    const controller = new AbortController();
    running.current = controller;
    return () => controller.abort();
  }, []);
  const cell = layout.cells[tile];
  const canTake = isReady && !isTaking && stream !== null;

  const take = async () => {
    const { signal } = running.current;
    setTaking(true);
    try {
      onDone(await retake(collage, video.current!, tile, signal));
    } catch (error) {
      if (signal.aborted) return;
      console.info('The tile could not be taken.', error);
      onFailed();
    }
  };
  return (
    <CaptureDialog
      name="Retake one tile"
      // Focus neither Cancel nor the shutter: a second Enter must do nothing.
      focusOn={title}
      onCancel={onCancel}
      top={
        <>
          <span ref={title} className={`heading-xl digits ${styles.counter}`} tabIndex={-1}>
            Retake one tile
          </span>
          <span className={`soft ${styles.phase}`} role="status">
            {isReady ? `Row ${cell?.row}, column ${cell?.column}` : 'Starting the camera...'}
          </span>
        </>
      }
    >
      <Viewfinder
        video={video}
        stream={stream}
        layout={layout}
        // Mirrored only if the saved picture is, because the tile is chosen in that picture.
        isMirrored={isMirrored}
        canvas={canvas}
        openCell={isReady ? tile : undefined}
        onSize={() => setReady(true)}
        onPress={(x, y) => {
          setTile(cellAt(layout, { x, y }) ?? tile);
          setTyped(undefined);
        }}
      />
      <div className={`row gap-4 ${styles.controls}`}>
        <label className={`touch strong ${styles.tile}`}>
          Tile
          <input
            className={plate('pill')}
            type="number"
            min={1}
            max={layout.cells.length}
            value={typed ?? tile + 1}
            onChange={({ target }) => {
              setTyped(target.value);
              const chosen = Number(target.value) - 1;
              if (layout.cells[chosen]) setTile(chosen);
            }}
            onBlur={() => setTyped(undefined)}
          />
          of {layout.cells.length}
        </label>
        <Button aria-disabled={!canTake} onClick={() => canTake && void take()}>
          Take this tile
        </Button>
      </div>
    </CaptureDialog>
  );
}
