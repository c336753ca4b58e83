import { chartCsv } from './chart-csv.ts';
import { createTrace } from './trace.ts';

function aTrace() {
  const trace = createTrace(3, 10);
  for (const time of [900, 1000, 2000, 3000, 3001]) trace.push(time, [time / 1000, null, -1]);
  return trace;
}

test('a chart saves exactly the samples that it shows', () => {
  const shown = { trace: aTrace(), columns: 3, now: 3000, zero: undefined, marks: [] };
  expect(chartCsv('gyroscope', shown, 1000).split('\r\n')).toEqual([
    't (s),gyroscope alpha (°/s),gyroscope beta (°/s),gyroscope gamma (°/s)',
    '0.0000,1,,-1',
    '1.0000,2,,-1',
    '2.0000,3,,-1',
    '',
  ]);
});

test('the CSV has the drawn columns, zeroed as they are drawn, and the marks between the samples', () => {
  const marks = [
    { time: 500, text: 'before the left edge' },
    { time: 1500, text: 'turned, left' },
  ];
  const shown = { trace: aTrace(), columns: 1, now: 3000, zero: [1, 0, 0], marks };
  expect(chartCsv('gyroscope', shown, 1000).split('\r\n')).toEqual([
    't (s),"gyroscope alpha (°/s, zeroed)",mark',
    '0.0000,0,',
    '0.5000,,"turned, left"',
    '1.0000,1,',
    '2.0000,2,',
    '',
  ]);
});
