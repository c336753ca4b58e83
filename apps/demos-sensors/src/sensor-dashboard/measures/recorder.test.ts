import { createRecorder, MAX_RECORDING_SECONDS } from './recorder.ts';

test('CSV: measured rates, then a row of names with units, then one row for each point in time', () => {
  const recorder = createRecorder();
  recorder.start(1000);
  recorder.add('accelerometer', 1000, [0.1, -9.800000190734863, null]);
  recorder.add('gyroscope', 1000, [1, 2, 3]);
  recorder.add('accelerometer', 1016.5, [0.2, 0, 0]);
  recorder.add('accelerometer', 1033, [0.3, 0, 0]);
  recorder.stop(1033);
  expect(recorder.toCsv().split('\r\n')).toEqual([
    '# accelerometer: 60.6 Hz measured',
    '# gyroscope: too few samples, no rate measured',
    't (s),accelerometer x (m/s²),accelerometer y (m/s²),accelerometer z (m/s²),gyroscope alpha (°/s),gyroscope beta (°/s),gyroscope gamma (°/s)',
    '0.0000,0.1,-9.8000002,,1,2,3',
    '0.0165,0.2,0,0,,,',
    '0.0330,0.3,0,0,,,',
    '',
  ]);
});

test('every column of every sensor has its unit', () => {
  const recorder = createRecorder();
  recorder.start(0);
  recorder.add('orientation', 0, [1, 2, 3]);
  recorder.add('compass', 0, [1, null]);
  recorder.add('sound', 0, [50, -20]);
  recorder.add('brightness', 0, [300]);
  recorder.add('proximity', 0, [4]);
  recorder.add('battery', 0, [80, 1]);
  recorder.add('location', 0, [1, 2, 3, 4, 5, 6]);
  expect(recorder.toCsv().split('\r\n').at(-3)).toBe(
    't (s),orientation alpha (°),orientation beta (°),orientation gamma (°),compass heading (°),compass accuracy (°),sound level (%),sound loudness (dBFS),brightness illuminance (lx),proximity distance (cm),battery level (%),battery charging,location latitude (°),location longitude (°),location accuracy (m),location altitude (m),location speed (m/s),location heading (°)',
  );
});

test('samples of one sensor get a row each, even if a coarse clock gives them the same time', () => {
  const recorder = createRecorder();
  recorder.start(0);
  for (const value of [1, 2, 3]) {
    recorder.add('brightness', 10, [value]);
    recorder.add('proximity', 10, [-value]);
  }
  expect(recorder.toCsv().trimEnd().split('\r\n').slice(-3)).toEqual(['0.0100,1,-1', '0.0100,2,-2', '0.0100,3,-3']);
});

test('JSON has the same data with units and rates, and null where the sensor gave no value', () => {
  const recorder = createRecorder();
  recorder.start(0);
  recorder.add('compass', 0, [90, null]);
  recorder.add('compass', 500, [91, null]);
  recorder.stop(2000);
  expect(JSON.parse(recorder.toJson({ recordedBy: 'a test' }))).toEqual({
    recordedBy: 'a test',
    timeUnit: 's',
    seconds: 2,
    signals: [
      {
        signal: 'compass',
        units: { heading: '°', accuracy: '°' },
        measuredHz: 2,
        samples: [
          { t: 0, values: [90, null] },
          { t: 0.5, values: [91, null] },
        ],
      },
    ],
  });
});

test('nothing from before the start, after the stop, or past half an hour is kept', () => {
  const recorder = createRecorder();
  recorder.add('sound', 5, [1, 1]);
  recorder.start(10);
  recorder.add('sound', 9, [1, 1]);
  recorder.add('sound', 11, [1, 1]);
  recorder.add('sound', 10 + MAX_RECORDING_SECONDS * 1000 + 1, [1, 1]);
  expect([recorder.isRecording, recorder.count, recorder.seconds(2010)]).toEqual([true, 1, 2]);
  recorder.stop(3010);
  recorder.add('sound', 3000, [1, 1]);
  expect([recorder.isRecording, recorder.count, recorder.seconds(9999)]).toEqual([false, 1, 3]);
  recorder.start(4000);
  expect(recorder.count).toBe(0);
});

test('marks are rows between the samples in CSV and a list of their own in JSON, and belong to one recording', () => {
  const recorder = createRecorder();
  recorder.mark(5, 'nothing is recorded');
  recorder.start(0);
  recorder.add('brightness', 0, [300]);
  recorder.mark(500, ' turned "left", at the corner ');
  recorder.mark(1500, '');
  recorder.add('brightness', 1000, [200]);
  recorder.stop(2000);
  recorder.mark(2500, 'too late');
  expect(recorder.toCsv().split('\r\n')).toEqual([
    '# brightness: 1.0 Hz measured',
    't (s),brightness illuminance (lx),mark',
    '0.0000,300,',
    '0.5000,,"turned ""left"", at the corner"',
    '1.0000,200,',
    '1.5000,,Mark 2',
    '',
  ]);
  expect(JSON.parse(recorder.toJson({}))).toMatchObject({
    marks: [
      { t: 0.5, text: 'turned "left", at the corner' },
      { t: 1.5, text: 'Mark 2' },
    ],
  });
  recorder.start(4000);
  expect(recorder.marks).toEqual([]);
});
