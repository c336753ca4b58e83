import { useEffect, useMemo, useRef, useState } from 'react';
import { useQuery } from '@site/query';
import { focusHeading } from '@site/ui';
import { AccessRequired } from '../engine/access-required.tsx';
import { CameraMenu } from '../engine/camera-menu.tsx';
import { RequestingCamera } from '../engine/requesting-camera.tsx';
import { Steady } from '../engine/setup-panel.tsx';
import { useCamera } from '../engine/use-camera.ts';
import { SHARES_BY_DEFAULT } from '../gallery/sharing-choice.tsx';
import { galleryPageQuery } from '../gallery/submissions.ts';
import { useGallerySave } from '../gallery/use-gallery-save.ts';
import type { CaptureOptions, Collage } from './capture.ts';
import { CaptureOverlay } from './capture-overlay.tsx';
import { CollageResult } from './collage-result.tsx';
import { CollageSetup } from './collage-setup.tsx';
import type { Recipe } from './recipe.ts';
import { RetakeOverlay } from './retake-overlay.tsx';
import {
  nextCollagePage,
  viewOf,
  type CollagePageEffect,
  type CollagePageEvent,
  type CollagePageState,
} from './collage-page.state.ts';

/** A high frame rate, because a hundred shots in a second use every frame there is. */
const VIDEO = { width: { ideal: 1920 }, height: { ideal: 1080 }, frameRate: { ideal: 60 } };
const EXPECTED_SIZE = { width: 1920, height: 1080 };
const SETUP: CollagePageState = { step: 'setup', hasFailed: false };
const PLAIN: CaptureOptions = { hasCountdown: false, onlyNewFrames: false, isMirrored: false, fillsGaps: false };

/** A collage page from the request for the camera to the finished picture; runs the effects of `collage-page.state.ts`. */
export function CollagePage({ recipe }: { readonly recipe: Recipe }) {
  const { session, camera } = useCamera({ prefers: recipe.prefersCamera, video: VIDEO });
  const { gallery, saveState } = useGallerySave(recipe.exhibit);
  const [state, setState] = useState(SETUP);
  /** The latest state, because responses also arrive between renders. */
  const current = useRef(SETUP);
  const [isShared, setShared] = useState(SHARES_BY_DEFAULT);
  const [options, setOptions] = useState(PLAIN);
  const preview = useMemo(() => recipe.layoutFor(EXPECTED_SIZE), [recipe]);
  useQuery({ ...galleryPageQuery(null), enabled: recipe.prefetchesGallery === true && camera.permission === 'granted' });
  useEffect(() => void session.request(), [session]);

  const run = async (effect: CollagePageEffect): Promise<void> => {
    switch (effect.do) {
      case 'start-camera':
        return session.start();
      case 'stop-camera':
        return session.stop();
      case 'request-camera':
        return void (await session.request());
      case 'ask-for-retake':
        // Ask again after a refusal: a different camera may be available by now.
        return send({ type: 'answer', isGranted: await session.request() });
      case 'save':
        return gallery.save(effect.collage.picture, effect.collage.frames.length);
      case 'forget-save':
        return gallery.reset();
      case 'focus-heading':
        return focusHeading();
    }
  };
  function send(event: CollagePageEvent): void {
    const [next, effects] = nextCollagePage(current.current, event);
    current.current = next;
    setState(next);
    for (const effect of effects) void run(effect);
  }
  const isGranted = camera.permission === 'granted';
  const finish = (collage: Collage) => {
    const wasPrivate = ['idle', 'removing', 'removed'].includes(saveState.status);
    send({ type: 'finish', collage, isShared, wasPrivate });
  };
  const dialogProps = {
    stream: camera.stream,
    onDone: finish,
    onFailed: () => send({ type: 'fail' }),
    onCancel: () => send({ type: 'cancel' }),
  };

  const view = viewOf(state, camera);
  const loss = 'hasFailed' in state && state.hasFailed ? 'failed' : camera.loss;
  if ('collage' in state) {
    const { collage } = state;
    return (
      <CollageResult
        recipe={recipe}
        collage={collage}
        camera={camera}
        loss={loss}
        gallery={gallery}
        saveState={saveState}
        onRetake={() => send({ type: 'retake', isGranted })}
        onAgain={() => send({ type: 'again', isGranted })}
      >
        {view === 'retaking' && <RetakeOverlay {...dialogProps} collage={collage} isMirrored={options.isMirrored} />}
      </CollageResult>
    );
  }
  if (view === 'requesting') return <RequestingCamera ratio={preview.width / preview.height} />;
  if (view === 'denied') {
    return (
      <Steady>
        <AccessRequired words={recipe.access} denial={camera.denial} back={recipe.back} onRetry={() => void session.request()} />
      </Steady>
    );
  }
  const selected = camera.cameras.find(({ deviceId }) => deviceId === camera.selectedId);
  const picker = {
    cameras: camera.cameras,
    selectedId: camera.selectedId,
    onSelect: (deviceId: string) => void session.select(deviceId),
  };
  return (
    <CollageSetup
      recipe={recipe}
      preview={preview}
      picker={picker}
      selected={selected}
      loss={loss}
      options={options}
      onOptions={setOptions}
      isShared={isShared}
      onShare={setShared}
      onStart={() => send({ type: 'start' })}
    >
      {view === 'shooting' && (
        <CaptureOverlay {...dialogProps} recipe={recipe} camera={selected} options={options} expectedSize={EXPECTED_SIZE}>
          {recipe.hasCameraMenu && <CameraMenu {...picker} />}
        </CaptureOverlay>
      )}
    </CollageSetup>
  );
}
