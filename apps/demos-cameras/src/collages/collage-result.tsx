import { useRef, type ComponentProps, type ReactNode } from 'react';
import { Button, plate } from '@site/ui';
import { DENIAL_WORDS } from '../engine/access-required.tsx';
import type { CameraState, Loss } from '../engine/camera-session.ts';
import { ResultFacts } from '../engine/setup-panel.tsx';
import { countDistinct } from '../engine/take-shots.ts';
import { ResultPanel } from '../gallery/result-panel.tsx';
import type { Collage } from './capture.ts';
import styles from './collages.module.css';
import { LoopButton, LoopStatus } from './loop/loop-action.tsx';
import { useLoop } from './loop/use-loop.ts';
import type { Recipe } from './recipe.ts';

/** Why a retake ended without a new tile. */
const RETAKE_LOSS_WORDS: Record<Loss | 'failed', string> = {
  unplugged: 'The camera was unplugged or taken over by another app. The picture is unchanged.',
  hidden: 'The camera was switched off because this page was hidden. The picture is unchanged.',
  failed: 'The tile could not be taken. The picture is unchanged.',
};

interface CollageResultProps extends Pick<ComponentProps<typeof ResultPanel>, 'gallery' | 'saveState'> {
  readonly recipe: Recipe;
  readonly collage: Collage;
  readonly camera: CameraState;
  readonly loss: Loss | 'failed' | null;
  readonly onRetake: () => void;
  readonly onAgain: () => void;
  /** The dialog in which a tile is retaken, while it is open. */
  readonly children: ReactNode;
}

/** The finished picture with its actions, and the error from a retake that failed. */
export function CollageResult(props: CollageResultProps) {
  const { recipe, collage, camera, loss, gallery, saveState, onRetake, onAgain, children } = props;
  const retakeButton = useRef<HTMLButtonElement>(null);
  const refusal = camera.denial && `${DENIAL_WORDS[camera.denial]} The picture is unchanged.`;
  const trouble = refusal ?? (loss && RETAKE_LOSS_WORDS[loss]);
  const distinct = countDistinct(collage.frames);
  const loop = useLoop(collage.picture, collage.mosaic.layout, collage.frames.length);
  const retake = () => {
    loop.cancel();
    onRetake();
  };
  return (
    <>
      <ResultPanel
        title={recipe.resultTitle}
        picture={collage.picture}
        size={collage.mosaic.layout}
        photoCount={collage.frames.length}
        alt={`Your collage of ${collage.frames.length} photos`}
        facts={
          <ResultFacts>
            <strong data-fact="frames">{`${collage.frames.length} shots, ${distinct} distinct frames`}</strong>
            <span
              className="note"
              data-fact="seconds"
            >{`${(collage.milliseconds / 1000).toFixed(2)} seconds from first to last`}</span>
            {distinct < collage.frames.length && (
              <span className="note">
                The camera delivers fewer frames per second than requested, so some tiles show the same moment.
              </span>
            )}
          </ResultFacts>
        }
        gallery={gallery}
        saveState={saveState}
        saveWords={recipe.saveWords}
        downloadLabel={recipe.downloadLabel}
        fileName={recipe.fileName}
        back={recipe.back}
      >
        <LoopButton loop={loop} fileName={() => recipe.fileName().replace(/\.jpg$/, '.gif')} />
        <Button ref={retakeButton} look="quiet" onClick={retake}>
          Retake one tile
        </Button>
        <Button look="quiet" onClick={onAgain}>
          {recipe.againLabel}
        </Button>
        <LoopStatus loop={loop} />
        {camera.permission === 'requesting' && (
          <p className={`strong ${styles.notice}`} role="status">
            Requesting camera access...
          </p>
        )}
        {trouble && (
          <div className={plate('solid', `row between strong ${styles.notice} ${styles.trouble}`)} role="alert">
            <p>{trouble}</p>
            {refusal && (
              <Button
                look="quiet"
                onClick={() => {
                  retake();
                  // The Retry button disappears together with the refusal.
                  retakeButton.current?.focus();
                }}
              >
                Retry
              </Button>
            )}
          </div>
        )}
      </ResultPanel>
      {children}
    </>
  );
}
