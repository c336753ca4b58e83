import { join } from 'node:path';
import { Inject, Injectable } from '@nestjs/common';
import { mapOf, releasePaths } from '@site/releases';
import { Config } from '../config/config.ts';
import { groupBy } from '../group-by.ts';
import { LiveTrials } from '../site/live-trials.ts';
import { withoutControls, type Frame } from './error-group.ts';
import { SourceMapReader } from './source-map-reader.ts';

const FRAME = /^\/r\/([^/]+)\/([^/]+)\/(.+):(\d+):(\d+)$/;
/** A real stack of 20 frames spans few scripts; a forged one that spans more would cost time. */
const MAX_SCRIPTS = 6;

interface Position {
  readonly index: number;
  readonly app: string;
  readonly release: string;
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

function positionOf(frame: string, index: number): Position[] {
  const [, app = '', release = '', file = '', line, column] = FRAME.exec(frame) ?? [];
  return file === '' ? [] : [{ index, app, release, file, line: Number(line), column: Number(column) }];
}

/** Finds the places in the sources that the frames of a stack come from, using the source maps that are stored with releases. */
@Injectable()
export class FrameResolver {
  constructor(
    private readonly maps: SourceMapReader,
    @Inject(LiveTrials) private readonly trials: Pick<LiveTrials, 'trialOf'>,
    @Inject(Config) private readonly config: Pick<Config, 'releasesDir'>,
  ) {}

  /**
   * @param frames checked by the contract, so that their paths stay in the folder of a release
   * @returns the frames in the same order
   */
  async resolve(frames: readonly string[]): Promise<Frame[]> {
    const positions = frames.flatMap(positionOf);
    const resolved: Frame[] = positions.map(({ file, line }) => ({ file, line, isResolved: false }));
    const scripts = [...groupBy(positions, ({ app, release, file }) => `${app}/${release}/${file}`).values()];
    for (const ofScript of scripts.slice(0, MAX_SCRIPTS)) {
      const [{ app, release, file } = { app: '', release: '', file: '' }] = ofScript;
      if ((await this.trials.trialOf(app, release)) === undefined) continue;
      const path = join(releasePaths.release(this.config.releasesDir, app, release), mapOf(file));
      const places = await this.maps.find({ path, places: ofScript.map(({ line, column }) => [line, column]) });
      for (const [at, place] of places.entries()) {
        const index = positions.indexOf(ofScript[at]!);
        if (place) resolved[index] = { file: withoutControls(place[0]), line: place[1], isResolved: true };
      }
    }
    return resolved;
  }
}
