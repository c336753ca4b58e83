import { parentPort } from 'node:worker_threads';
import { checkByReplay, playDailyByBot, type DailyRefusal, type DailyResult, type Run } from '@site/sim/tennis-ball-gun';
import { runInBackground } from '../background-thread.ts';

export interface RunQuestion {
  readonly day: string;
  readonly run: Run;
  readonly score: number;
}

export type RunAnswer = DailyResult | DailyRefusal;

runInBackground();
// The first replays of a thread run uncompiled and take ten times as long.
for (const day of ['2026-01-01', '2026-01-02']) playDailyByBot(day);
parentPort?.on('message', ({ day, run, score }: RunQuestion) => {
  parentPort?.postMessage(checkByReplay(day, run, score) satisfies RunAnswer);
});
