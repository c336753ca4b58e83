import { useState } from 'react';
import { Button, Field, saveFile } from '@site/ui';
import type { SensorController, SensorControllerView } from './sensor-controller.ts';
import { clockOf } from './measures/readings.ts';
import styles from './transport.module.css';

interface TransportProps {
  readonly controller: SensorController;
  readonly recording: SensorControllerView['recording'];
  readonly isAnythingLive: boolean;
}

const numbers = new Intl.NumberFormat('en-US');
/** Labels of this length fit beside a line of a chart. */
const MAX_MARK_CHARACTERS = 40;
const AWAKE = {
  off: '',
  held: 'The screen stays on while recording.',
  unable: 'This browser cannot keep the screen on: touch it now and then.',
} as const;

/** Record, stop, save. A recording is kept in memory until the next one starts or the visitor leaves the page. */
export function Transport({ controller, recording, isAnythingLive }: TransportProps) {
  const { isRecording, seconds, count, awake, lastMark } = recording;
  const [words, setWords] = useState('');
  const { recorder } = controller.store;
  const isSaveable = !isRecording && count > 0;
  const save = (kind: 'csv' | 'json', type: string, text: string) =>
    saveFile(new File([text], `sensor-recording.${kind}`, { type: `${type};charset=utf-8` }));
  const saveJson = () => save('json', 'application/json', recorder.toJson({ recordedBy: 'Sensor Dashboard', zeroed: false }));
  return (
    <section className="stack" aria-labelledby="recorder-title">
      <h2 id="recorder-title" className="heading-l">
        Recorder
      </h2>
      <p className={`row heading-2xl digits ${styles.clock}`}>
        <span className={isRecording ? `${styles.dot} ${styles.on}` : styles.dot} aria-hidden="true" />
        <span data-part="clock">{clockOf(seconds)}</span>
        <span className="soft kicker" data-part="count">
          {numbers.format(count)} samples
        </span>
      </p>
      <div className="screen-only row gap-2">
        <Button look="quiet" disabled={!isRecording && !isAnythingLive} onClick={() => controller.toggleRecording()}>
          {isRecording ? 'Stop recording' : 'Record'}
        </Button>
        <Button look="quiet" disabled={!isSaveable} onClick={() => save('csv', 'text/csv', recorder.toCsv())}>
          Save CSV
        </Button>
        <Button look="quiet" disabled={!isSaveable} onClick={saveJson}>
          Save JSON
        </Button>
      </div>
      {isRecording && (
        <form
          className="screen-only stack gap-2"
          onSubmit={(event) => {
            event.preventDefault();
            controller.mark(words);
            setWords('');
          }}
        >
          <Field
            label="What is happening now (optional)"
            maxLength={MAX_MARK_CHARACTERS}
            value={words}
            onChange={(event) => setWords(event.target.value)}
          />
          <div className="row">
            <Button type="submit" look="quiet">
              Mark this moment
            </Button>
          </div>
        </form>
      )}
      <p className={`note ${styles.words}`} role="status">
        {isRecording
          ? `Recording. ${AWAKE[awake]}${lastMark === undefined ? '' : ` Marked: ${lastMark}.`}`
          : isSaveable
            ? 'The recording is kept until you leave this page.'
            : ''}
      </p>
    </section>
  );
}
