import { basename } from 'node:path';
import TestSequencer from '@jest/test-sequencer';

/**
 * Names of the test files that take longest: those that start many servers and, of the long ones, those that wait for disks,
 * deadlines and killed processes.
 */
const LONG =
  /^(api-docs|upgrade|handbook|backup|gallery-limits|start-server|telemetry|commit|(crash|error-reports|gallery-.*|gate-corpus|hostile|picture-.*|.*-faults)\.long)\.test\.ts$/;

/**
 * The long ones start first, and the short ones fill the gaps; started last, each would run alone while the other
 * workers have nothing left. Without records of earlier runs, as on a clean clone, Jest goes by the size of the files.
 */
export default class SlowestFirst extends TestSequencer {
  sort(tests) {
    const isLong = ({ path }) => Number(LONG.test(basename(path)));
    return [...super.sort(tests)].sort((one, other) => isLong(other) - isLong(one));
  }
}
