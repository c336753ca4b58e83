import { chartCsv } from './chart-csv.ts';
import { createTrace } from './trace.ts';

test('a chart saves exactly the samples that it shows', () => {
  const trace = createTrace(3, 10);
  for (const time of [900, 1000, 2000, 3000, 3001]) trace.push(time, [time / 1000, null, -1]);
  expect(chartCsv('gyroscope', trace, 1000, 3000).split('\r\n')).toEqual([
    't (s),gyroscope alpha (°/s),gyroscope beta (°/s),gyroscope gamma (°/s)',
    '0.0000,1,,-1',
    '1.0000,2,,-1',
    '2.0000,3,,-1',
    '',
  ]);
});
