import { readFileSync, statSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { parentPort } from 'node:worker_threads';
import { runInBackground } from '../background-thread.ts';

/** Places in one script; lines and columns from 1. */
export interface MapQuestion {
  readonly path: string;
  readonly places: readonly (readonly [line: number, column: number])[];
}

/** Null for a place that the map does not name. */
export type MapAnswer = readonly (readonly [file: string, line: number] | null)[];

/** A parsed map takes about ten times as much memory as its text. */
const MAX_CACHED_BYTES = 4_000_000;
const MAX_FILE_NAME = 200;

interface CachedMap {
  readonly map: SourceMap;
  readonly bytes: number;
}

/** The least recently used first. */
const cache = new Map<string, CachedMap>();

function mapAt(path: string): SourceMap {
  // Releasing the same scripts again replaces their maps.
  const key = `${path} ${statSync(path).mtimeMs}`;
  let known = cache.get(key);
  cache.delete(key);
  if (!known) {
    const text = readFileSync(path, 'utf8');
    known = { map: new SourceMap(JSON.parse(text)), bytes: text.length };
  }
  cache.set(key, known);
  let bytes = [...cache.values()].reduce((sum, one) => sum + one.bytes, 0);
  for (const [oldest, one] of cache) {
    if (bytes <= MAX_CACHED_BYTES) break;
    cache.delete(oldest);
    bytes -= one.bytes;
  }
  return known.map;
}

function answer({ path, places }: MapQuestion): MapAnswer {
  try {
    const map = mapAt(path);
    return places.map(([line, column]) => {
      const entry = map.findEntry(line - 1, column - 1);
      // A line without mappings gets the last entry of the lines before it.
      if (!('originalSource' in entry) || entry.generatedLine !== line - 1) return null;
      const { originalSource, originalLine } = entry;
      return typeof originalSource === 'string' ? [originalSource.slice(0, MAX_FILE_NAME), originalLine + 1] : null;
    });
  } catch {
    // A release from before releases had maps, or an invalid map from a team.
    return places.map(() => null);
  }
}

runInBackground();
parentPort?.on('message', (question: MapQuestion) => parentPort?.postMessage(answer(question)));
