// A gallery of any size as on the server: the same tables, with a row and a file for each picture.
import { createHash } from 'node:crypto';
import { linkSync, mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { migrateDatabase, openDatabase, sqliteOptions } from '../../apps/api/dist/database/open-database.js';

const FOLDERS = 256;
/** These files are not read; the sweep only checks that they exist. */
const CONTENT = 'a picture';
/** The pictures are spread over this many days, newest last. */
const DAYS = 200;

const hex = (number, digits) => number.toString(16).padStart(digits, '0');
/** The same formula as in the SQL statement below. */
const idOf = (number) => hex((number * 37) % FOLDERS, 2) + hex(number, 30);

const ROWS = `
  INSERT INTO submission (id, status, is_reviewed, exhibit, flower_count, width, height, bytes, image_hash, content_hash,
    difference_hash, idempotency_key, visitor, created_at)
  WITH RECURSIVE counted(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM counted WHERE n < ?1)
  SELECT printf('%02x%030x', (n * 37) % ${FOLDERS}, n), 'listed', 0,
    CASE n % 4 WHEN 0 THEN 'collage' WHEN 1 THEN 'hexagon' WHEN 2 THEN 'squares' ELSE 'kaleidoscope' END,
    CASE n % 4 WHEN 0 THEN 20 WHEN 3 THEN 30 + n % 50 ELSE 100 END,
    1000, 1000, 250000, ?2, printf('%064x', n), printf('%016x', n * 2654435761), NULL, '',
    strftime('%Y-%m-%dT%H:%M:%fZ', 'now', printf('-%.3f seconds', (?1 - n + 1) * ${DAYS * 86_400}.0 / ?1))
  FROM counted`;

function writeFiles(dataDir, count) {
  const first = new Map();
  for (let number = 1; number <= count; number += 1) {
    const id = idOf(number);
    const folder = join(dataDir, 'pictures', id.slice(0, 2));
    const path = join(folder, `${id}.jpg`);
    const model = first.get(folder);
    if (model) linkSync(model, path);
    else {
      mkdirSync(folder, { recursive: true });
      writeFileSync(path, CONTENT);
      first.set(folder, path);
    }
  }
  // The remains of a write that was interrupted long ago: the sweep reports them once it has checked everything.
  const unfinished = join(dataDir, 'pictures/unfinished.tmp');
  writeFileSync(unfinished, '');
  utimesSync(unfinished, 0, 0);
}

/** Creates a data folder with this many pictures in the gallery. */
export async function makeGallery(dataDir, count) {
  await migrateDatabase(sqliteOptions(dataDir));
  const database = await openDatabase(sqliteOptions(dataDir));
  await database.query(ROWS, [count, createHash('sha256').update(CONTENT).digest('hex')]);
  await database.destroy();
  writeFiles(dataDir, count);
}

/** A server's log message when it has compared rows and files. */
export const SWEPT = '"event":"gallery-sweep"';
