import { useEffect, useMemo, useRef, useState } from 'react';
import { useQuery } from '@site/query';
import { Button, ButtonLink, focusHeading, Fold, Switch } from '@site/ui';
import { AccessRequired, DENIAL_WORDS } from '../engine/access-required.tsx';
import { CameraMenu } from '../engine/camera-menu.tsx';
import { CameraPicker } from '../engine/camera-picker.tsx';
import type { Loss } from '../engine/camera-session.ts';
import { RequestingCamera } from '../engine/requesting-camera.tsx';
import { StartBar } from '../engine/start-bar.tsx';
import { useCamera } from '../engine/use-camera.ts';
import { countDistinct } from '../engine/take-shots.ts';
import { ResultPanel } from '../gallery/result-panel.tsx';
import { SHARES_BY_DEFAULT } from '../gallery/sharing-choice.tsx';
import { galleryPageQuery } from '../gallery/submissions.ts';
import { useGallerySave } from '../gallery/use-gallery-save.ts';
import type { CaptureOptions, Collage } from './capture.ts';
import { CaptureOverlay } from './capture-overlay.tsx';
import { LayoutPreview } from './layout-preview.tsx';
import type { Recipe } from './recipe.ts';
import { RetakeOverlay } from './retake-overlay.tsx';
import studio from '../engine/studio.module.css';
import styles from './collages.module.css';

/** Most cameras are asked for more pictures than the eye needs: a hundred shots in a second want as many as they can get. */
const VIDEO = { width: { ideal: 1920 }, height: { ideal: 1080 }, frameRate: { ideal: 60 } };
const EXPECTED_SIZE = { width: 1920, height: 1080 };

const LOSS_WORDS: Record<Loss | 'failed', string> = {
  unplugged: 'The camera was unplugged or taken over by another app. Its photos are discarded; choose a camera and start again.',
  hidden: 'The camera was switched off because nobody was looking at this page. Its photos are discarded; start again.',
  failed: 'The picture could not be put together. Start again.',
};

/** While one tile of a finished picture is taken again, nothing else is lost. */
const RETAKE_LOSS_WORDS: Record<Loss | 'failed', string> = {
  unplugged: 'The camera was unplugged or taken over by another app. The picture is as it was.',
  hidden: 'The camera was switched off because nobody was looking at this page. The picture is as it was.',
  failed: 'The tile could not be taken. The picture is as it was.',
};

const OPTIONS = [
  ['hasCountdown', 'Count down from three'],
  ['isMirrored', 'Mirror my photo'],
  ['everyNew', 'Every tile a new frame'],
  ['fillsGaps', 'Fill the gaps with photos of their own'],
] as const;

/** A collage page from the request for the camera to the finished picture. */
export function CollageStudio({ recipe }: { readonly recipe: Recipe }) {
  const { session, camera } = useCamera({ prefers: recipe.prefersCamera, video: VIDEO });
  const { gallery, saveState } = useGallerySave(recipe.exhibit);
  const retakeButton = useRef<HTMLButtonElement>(null);
  const [stage, setStage] = useState<'idle' | 'shooting' | 'retaking'>('idle');
  const [hasFailed, setFailed] = useState(false);
  const [collage, setCollage] = useState<Collage>();
  const [isShared, setShared] = useState(SHARES_BY_DEFAULT);
  const [options, setOptions] = useState<CaptureOptions>({
    hasCountdown: false,
    everyNew: false,
    isMirrored: false,
    fillsGaps: false,
  });
  const preview = useMemo(() => recipe.layoutFor(EXPECTED_SIZE), [recipe]);
  useQuery({ ...galleryPageQuery(null), enabled: recipe.loadsGalleryAhead === true && camera.permission === 'granted' });
  useEffect(() => void session.request(), [session]);

  const selected = camera.cameras.find(({ deviceId }) => deviceId === camera.selectedId);
  const isOn = camera.stream !== null || camera.isStarting;
  const open = (next: 'shooting' | 'retaking') => {
    setFailed(false);
    setStage(next);
    void session.start();
  };
  const close = () => {
    session.stop();
    setStage('idle');
  };
  const finish = (done: Collage) => {
    close();
    setCollage(done);
    // A picture that was kept or made private stays private when a tile of it is taken again.
    const isPrivate = ['idle', 'removing', 'removed'].includes(saveState.status);
    const staysPrivate = stage === 'retaking' && isPrivate;
    if (isShared && !staysPrivate) void gallery.save(done.picture, done.frames.length);
  };
  const retakeTile = async () => {
    setFailed(false);
    // What was refused is asked for anew: by now it may be another camera.
    if (camera.permission === 'granted' || (await session.request())) open('retaking');
  };
  const again = () => {
    close();
    setFailed(false);
    gallery.reset();
    setCollage(undefined);
    if (camera.permission !== 'granted') void session.request();
    focusHeading();
  };
  const fail = () => {
    close();
    setFailed(true);
  };

  if (!collage && (camera.permission === 'unasked' || camera.permission === 'requesting')) {
    return <RequestingCamera ratio={preview.width / preview.height} />;
  }
  if (camera.permission === 'denied' && !collage) {
    return (
      <div className={studio.steady}>
        <AccessRequired words={recipe.access} denial={camera.denial} back={recipe.back} onRetry={() => void session.request()} />
      </div>
    );
  }

  const pickerProps = {
    cameras: camera.cameras,
    selectedId: camera.selectedId,
    onSelect: (deviceId: string) => void session.select(deviceId),
  };
  const loss = hasFailed ? 'failed' : camera.loss;
  if (collage) {
    const refusal = camera.denial && `${DENIAL_WORDS[camera.denial]} The picture is as it was.`;
    const trouble = refusal ?? (loss && RETAKE_LOSS_WORDS[loss]);
    const distinct = countDistinct(collage.frames);
    return (
      <>
        <ResultPanel
          title={recipe.resultTitle}
          picture={collage.picture}
          size={collage.mosaic.layout}
          photoCount={collage.frames.length}
          alt={`Your collage of ${collage.frames.length} photos`}
          facts={
            <p className={studio.facts}>
              <strong data-fact="frames">{`${collage.frames.length} shots, ${distinct} distinct frames`}</strong>
              <span data-fact="seconds">{`${(collage.milliseconds / 1000).toFixed(2)} seconds from first to last`}</span>
              {distinct < collage.frames.length && (
                <span>The camera gives fewer pictures a second than were asked of it; some tiles share a moment.</span>
              )}
            </p>
          }
          gallery={gallery}
          saveState={saveState}
          saveWords={recipe.saveWords}
          downloadLabel={recipe.downloadLabel}
          fileName={recipe.fileName}
          back={recipe.back}
        >
          <Button ref={retakeButton} look="quiet" onClick={() => void retakeTile()}>
            Retake one tile
          </Button>
          <Button look="quiet" onClick={again}>
            {recipe.againLabel}
          </Button>
          {camera.permission === 'requesting' && (
            <p className={styles.notice} role="status">
              Requesting camera access...
            </p>
          )}
          {trouble && (
            <div className={`${styles.notice} ${styles.trouble}`} role="alert">
              <p>{trouble}</p>
              {refusal && (
                <Button
                  look="quiet"
                  onClick={() => {
                    void retakeTile();
                    // Retry goes with the refusal.
                    retakeButton.current?.focus();
                  }}
                >
                  Retry
                </Button>
              )}
            </div>
          )}
        </ResultPanel>
        {stage === 'retaking' && isOn && (
          <RetakeOverlay
            collage={collage}
            stream={camera.stream}
            isMirrored={options.isMirrored}
            onDone={finish}
            onFailed={fail}
            onCancel={close}
          />
        )}
      </>
    );
  }

  return (
    <div className={studio.studio}>
      <LayoutPreview layout={preview} name={recipe.previewName} />
      <div className={studio.words}>
        {loss && (
          <p className={studio.loss} role="alert">
            {LOSS_WORDS[loss]}
          </p>
        )}
        <p className={studio.explanation}>{recipe.explanation}</p>
        {recipe.hasCameraMenu ? (
          <div className={styles.chosen}>
            <p>{selected ? `Camera: ${selected.label}` : 'No cameras detected'}</p>
            <CameraMenu {...pickerProps} />
          </div>
        ) : (
          <CameraPicker {...pickerProps} />
        )}
        <Fold title="How to shoot">
          <fieldset className={styles.options} aria-label="How to shoot">
            {OPTIONS.filter(([name]) => name !== 'fillsGaps' || recipe.gapCount).map(([name, words]) => (
              <Switch key={name} isOn={options[name]} onChange={(isChosen) => setOptions({ ...options, [name]: isChosen })}>
                {words}
              </Switch>
            ))}
          </fieldset>
        </Fold>
        <StartBar isShared={isShared} onShare={setShared} disabled={camera.selectedId === null} onStart={() => open('shooting')}>
          {recipe.startLabel}
        </StartBar>
        <p className={styles.caption}>{recipe.startCaption}</p>
        <div className={studio.start}>
          <ButtonLink look="quiet" to={recipe.back.to}>
            {recipe.back.label}
          </ButtonLink>
        </div>
      </div>
      {stage === 'shooting' && isOn && (
        <CaptureOverlay
          recipe={recipe}
          stream={camera.stream}
          camera={selected}
          options={options}
          expectedSize={EXPECTED_SIZE}
          onDone={finish}
          onFailed={fail}
          onCancel={close}
        >
          {recipe.hasCameraMenu && <CameraMenu {...pickerProps} />}
        </CaptureOverlay>
      )}
    </div>
  );
}
