import { useEffect, useRef, useState } from 'react';
import { useHost } from '@site/host';
import { Button, ButtonLink, focusHeading, FullScreenButton, Placard, PlacardButtons, sharePage } from '@site/ui';
import { CameraList } from '../engine/camera-list.tsx';
import type { CameraState, Loss } from '../engine/camera-session.ts';
import { useCamera } from '../engine/use-camera.ts';
import { playStream } from '../engine/play-stream.ts';
import styles from './camera.module.css';

const VIDEO = { width: { ideal: 640 }, height: { ideal: 480 } };
const LOSS_WORDS: Record<Loss, string> = {
  unplugged: 'The camera was unplugged or taken over by another app.',
  hidden: 'The camera was switched off because this page was hidden.',
};

interface View {
  readonly title: string;
  readonly text: string;
}

/** Shown in place of the image. */
function wordsFor({ permission, denial, cameras, isStarting, loss }: CameraState): View {
  if (permission === 'unasked' || permission === 'requesting') {
    return { title: 'Requesting camera access...', text: 'The browser will ask you; nothing is shown until you agree.' };
  }
  if (denial === 'none' || (permission === 'granted' && cameras.length === 0)) {
    return { title: 'No cameras detected', text: 'This device may not have any cameras available' };
  }
  if (permission === 'denied') {
    return { title: 'Camera access denied', text: 'Please allow camera access to use this feature' };
  }
  if (isStarting) return { title: 'Starting the camera...', text: 'One moment.' };
  if (loss) return { title: 'The camera is off', text: LOSS_WORDS[loss] };
  return { title: 'No camera is on', text: 'Choose one to look through it. Nothing is recorded and nothing leaves this device.' };
}

/** For a button that disappears when it is pressed. */
const leaving = (act: () => void) => () => {
  focusHeading();
  act();
};

export function Component() {
  const { session, camera } = useCamera({ prefers: 'rear', video: VIDEO });
  const video = useRef<HTMLVideoElement>(null);
  const [size, setSize] = useState('');
  const { toast } = useHost();
  const { permission, cameras, stream, isStarting, selectedId } = camera;
  useEffect(() => void session.request(), [session]);
  useEffect(() => (video.current ? playStream(video.current, stream) : undefined), [stream]);

  const isDenied = permission === 'denied';
  const isAsking = permission === 'unasked' || permission === 'requesting';
  const isOn = stream !== null || isStarting;
  const active = isOn ? cameras.find(({ deviceId }) => deviceId === selectedId) : undefined;
  const words = wordsFor(camera);
  const show = async (deviceId: string) => {
    await session.select(deviceId);
    if (!isOn) await session.start();
  };
  const reportSize = () => {
    const element = video.current;
    if (element && element.videoWidth > 0) setSize(`${element.videoWidth} x ${element.videoHeight}`);
  };
  return (
    <div className={`night window ${styles.page}`}>
      <video
        ref={video}
        className={`cover ${styles.view}`}
        style={active?.facing === 'user' ? { transform: 'scaleX(-1)' } : {}}
        hidden={stream === null}
        autoPlay
        muted
        playsInline
        aria-label={active ? `View of ${active.label}` : 'Camera view'}
        onLoadedData={reportSize}
        onResize={reportSize}
      />
      {!stream && (
        <div className={`stack centered balanced ${styles.instead}`} role={isDenied ? 'alert' : 'status'}>
          <p className={`heading-xl ${styles.title}`}>{words.title}</p>
          <p>{words.text}</p>
        </div>
      )}
      <Placard
        title="Camera"
        // Starts open, because it contains the list of cameras, except in small windows (200% zoom), where it would cover the text
        // above it.
        foldedUpTo={640}
        foldedUpToHeight={520}
        badge={
          (permission === 'granted' || isDenied) && (
            <span className={`small strong ${isDenied ? 'bad' : 'good'} ${styles.verdict}`} data-badge>
              {isDenied ? 'Denied' : 'Granted'}
            </span>
          )
        }
        sentence={
          active
            ? `${active.label}${stream && size ? `, ${size}` : ''}`
            : 'Look through every camera on this device, one at a time.'
        }
        howItWorks={
          <p>
            Every camera is requested at 640 by 480 pixels; some give more or less. One runs at a time, and it is turned off when
            you leave. Nothing is recorded and nothing leaves this device. The image of a front camera is mirrored. H hides this
            placard.
          </p>
        }
      >
        <div className={styles.cameras}>
          {permission === 'granted' && cameras.length > 0 ? (
            <CameraList cameras={cameras} activeId={active?.deviceId ?? null} onChoose={(id) => void show(id)} />
          ) : (
            isDenied && <p>No cameras detected or permission denied</p>
          )}
          {isAsking && <p className={`line note ${styles.awaited}`}>The cameras are listed here once you agree.</p>}
        </div>
        <PlacardButtons>
          {isDenied && <Button onClick={leaving(() => void session.request())}>Request Camera Permission</Button>}
          {isOn && <Button onClick={leaving(session.stop)}>Stop Camera</Button>}
          <FullScreenButton />
          <Button look="quiet" onClick={() => void sharePage({ title: 'Camera', link: window.location.href }, toast)}>
            Share
          </Button>
          <ButtonLink look="quiet" to="/projects">
            Back to Projects
          </ButtonLink>
        </PlacardButtons>
      </Placard>
    </div>
  );
}
