import { tmpdir } from 'node:os';
import { FreeDisk } from './free-disk.ts';

const DATABASE_URL = 'postgres://site@127.0.0.1/site';
const BUCKET = { endpoint: 'http://127.0.0.1:9', bucket: 'site', region: 'us-east-1', accessKeyId: 'a', secretAccessKey: 's' };

test.each([
  ['the database and the pictures', null, null, { isWatched: true, holdsDatabase: true }],
  ['the pictures', DATABASE_URL, null, { isWatched: true, holdsDatabase: false }],
  ['the database', null, BUCKET, { isWatched: true, holdsDatabase: true }],
  ['nothing', DATABASE_URL, BUCKET, { isWatched: false, holdsDatabase: false }],
])('where the data folder holds %s', async (_what, databaseUrl, objectStore, { isWatched, holdsDatabase }) => {
  const disk = new FreeDisk({ dataDir: tmpdir(), databaseUrl, objectStore });
  const space = [await disk.bytes(), await disk.usedShare(), await disk.databaseBytes()];
  expect(space.map((one) => one !== null)).toEqual([isWatched, isWatched, holdsDatabase]);
});
