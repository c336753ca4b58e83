import { render, screen } from '@testing-library/react';
import type { SensorController, SensorControllerView } from './sensor-controller.ts';
import { Transport } from './transport.tsx';

type Recording = SensorControllerView['recording'];
const IDLE: Recording = { isRecording: false, seconds: 0, count: 0, awake: 'off' };
// A cast, because only the controller's recorder is used before anything is pressed.
const controller = { store: { recorder: {} } } as unknown as SensorController;

function show(recording: Partial<Recording>, isAnythingLive = true) {
  render(<Transport controller={controller} recording={{ ...IDLE, ...recording }} isAnythingLive={isAnythingLive} />);
  const isDisabled = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name }).disabled;
  return { words: screen.getByRole('status').textContent, isDisabled };
}

test('without a live sensor there is nothing to record or save', () => {
  const { words, isDisabled } = show({}, false);
  expect(words).toBe('');
  expect([isDisabled('Record'), isDisabled('Save CSV'), isDisabled('Save JSON')]).toEqual([true, true, true]);
});

test.each([
  ['held', 'Recording. The screen stays on while recording.'],
  ['unable', 'Recording. This browser cannot keep the screen on: touch it now and then.'],
] as const)('during a recording, the status explains what the wake lock state “%s” means for the screen', (awake, expected) => {
  const { words, isDisabled } = show({ isRecording: true, seconds: 65, count: 4000, awake });
  expect(words).toBe(expected);
  expect(screen.getByText('4,000 samples')).toBeTruthy();
  expect([isDisabled('Stop recording'), isDisabled('Save CSV')]).toEqual([false, true]);
});

test('a finished recording is kept until the visitor leaves the page, and can be saved', () => {
  const { words, isDisabled } = show({ seconds: 65, count: 4000 });
  expect(words).toBe('The recording is kept until you leave this page.');
  expect([isDisabled('Record'), isDisabled('Save CSV'), isDisabled('Save JSON')]).toEqual([false, false, false]);
});
