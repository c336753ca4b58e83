import { useState } from 'react';
import { createRandom } from '@site/sim';
import { Button, ButtonLink, focusHeading, Fold } from '@site/ui';
import { AccessRequired } from '../engine/access-required.tsx';
import { CameraList } from '../engine/camera-list.tsx';
import type { Loss } from '../engine/camera-session.ts';
import { RequestingCamera } from '../engine/requesting-camera.tsx';
import { ResultFacts, Steady, SetupPanel } from '../engine/setup-panel.tsx';
import { useCamera } from '../engine/use-camera.ts';
import { ResultPanel } from '../gallery/result-panel.tsx';
import { StartBar } from '../gallery/start-bar.tsx';
import { SHARES_BY_DEFAULT } from '../gallery/sharing-choice.tsx';
import { useGallerySave } from '../gallery/use-gallery-save.ts';
import { flowersInWords } from './garden.renderer.ts';
import { GardenPreview, PREVIEW } from './garden-preview.tsx';
import { GardenDialog, type FinishedGarden } from './garden-dialog.tsx';

const VIDEO = { width: { ideal: 640 }, height: { ideal: 480 } };
const BACK = { to: '/projects', label: 'Back to Projects' } as const;
const ACCESS = {
  title: 'Camera Access Required',
  text: 'Camera permission denied. Please allow camera access and refresh the page',
  retryLabel: 'Retry',
};
const SAVE_WORDS = { saved: 'Saved to gallery!', failed: 'Failed to save to gallery' };
const LOSS_WORDS: Record<Loss | 'failed', string> = {
  unplugged:
    'The camera was unplugged or taken over by another app. Its flowers were discarded; choose a camera and start again.',
  hidden: 'The camera was switched off because this page was hidden. Its flowers were discarded; start again.',
  failed: 'The picture could not be put together. Start again.',
};

/** `?seed=7` gives every flower the same size, place and speed each time. */
function readSeed(): number {
  const seed = Number(new URLSearchParams(window.location.search).get('seed'));
  return Number.isInteger(seed) && seed > 0 ? seed : Math.floor(Math.random() * 2 ** 31);
}

export function Component() {
  const { session, camera } = useCamera({ prefers: 'rear', video: VIDEO });
  const { gallery, saveState } = useGallerySave('kaleidoscope');
  const [isShared, setShared] = useState(SHARES_BY_DEFAULT);
  const [isOpen, setOpen] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  const [garden, setGarden] = useState<FinishedGarden>();

  const close = () => {
    session.stop();
    setOpen(false);
  };
  const finish = (grown: FinishedGarden) => {
    close();
    setGarden(grown);
    if (isShared) void gallery.save(grown.picture, grown.flowers);
  };
  const start = () => {
    setFailed(false);
    setOpen(true);
    void session.start();
  };

  if (garden) {
    const { flowers, coverage, milliseconds, picture, size } = garden;
    return (
      <ResultPanel
        title="Garden Complete!"
        picture={picture}
        size={size}
        photoCount={flowers}
        alt={`Your garden of ${flowersInWords(flowers)}`}
        facts={
          <ResultFacts>
            <strong data-fact="flowers">{flowersInWords(flowers)}</strong>
            <span className="note" data-fact="coverage">{`${Math.floor(coverage * 100)}% of the view in bloom`}</span>
            <span className="note">{`grown in ${Math.round(milliseconds / 1000)} seconds`}</span>
          </ResultFacts>
        }
        gallery={gallery}
        saveState={saveState}
        saveWords={SAVE_WORDS}
        downloadLabel="Download Image"
        fileName={() => 'kaleidoscope-garden.png'}
        back={BACK}
      >
        <Button
          look="quiet"
          onClick={() => {
            gallery.reset();
            setGarden(undefined);
            focusHeading();
          }}
        >
          Grow another
        </Button>
      </ResultPanel>
    );
  }
  if (camera.permission === 'requesting') return <RequestingCamera ratio={PREVIEW.width / PREVIEW.height} />;
  if (camera.permission === 'denied') {
    return (
      <Steady>
        <AccessRequired words={ACCESS} denial={camera.denial} back={BACK} onRetry={() => void session.request()} />
      </Steady>
    );
  }

  const selected = camera.cameras.find(({ deviceId }) => deviceId === camera.selectedId);
  const loss = hasFailed ? 'failed' : camera.loss;
  return (
    <SetupPanel
      picture={<GardenPreview />}
      loss={loss ? LOSS_WORDS[loss] : undefined}
      explanation="Every second a photo folds into a flower and falls. When flowers cover three fifths of the view, the garden is complete."
      dialog={
        isOpen &&
        (camera.stream !== null || camera.isStarting) && (
          <GardenDialog
            stream={camera.stream}
            isMirrored={selected?.facing === 'user'}
            random={createRandom(readSeed())}
            onDone={finish}
            onFailed={() => {
              close();
              setFailed(true);
            }}
            onCancel={close}
          />
        )
      }
    >
      {camera.permission === 'unasked' ? (
        <div className="row">
          <Button
            onClick={() => {
              void session.request();
              // The button disappears.
              focusHeading();
            }}
          >
            Enable Camera
          </Button>
          <ButtonLink look="quiet" to={BACK.to}>
            {BACK.label}
          </ButtonLink>
        </div>
      ) : (
        <>
          <CameraList
            cameras={camera.cameras}
            activeId={camera.selectedId}
            onChoose={(deviceId) => void session.select(deviceId)}
          />
          <StartBar isShared={isShared} onShare={setShared} disabled={!selected} onStart={start}>
            Start Creating Flowers
          </StartBar>
          <div className="row">
            <ButtonLink look="quiet" to={BACK.to}>
              {BACK.label}
            </ButtonLink>
          </div>
        </>
      )}
      <Fold title="How it works">
        <p>
          A wedge of each photo is mirrored twelve times around a center, which makes a flower with six-fold symmetry. It falls
          until it meets the ground or another flower, and slides off to the lower side. Finish now keeps the garden as it is.
        </p>
      </Fold>
    </SetupPanel>
  );
}
