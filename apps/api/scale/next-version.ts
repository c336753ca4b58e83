import { cp, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const MIGRATION = `export class AddCaption1999000000000 {
  name = 'AddCaption1999000000000';
  async up(runner) {
    await runner.query('ALTER TABLE submission ADD COLUMN caption text');
    await runner.query('CREATE INDEX submission_caption ON submission (caption)');
    await runner.query('CREATE TABLE caption_word (word text PRIMARY KEY)');
  }
}
`;

/**
 * Makes the next version of an unpacked archive: the same with another number, so that all front ends have new releases, and with one
 * more migration.
 */
export async function makeNext(from: string, to: string): Promise<void> {
  await cp(from, to, { recursive: true });
  for (const app of ['.', ...(await readdir(join(to, 'apps'))).map((name) => join('apps', name))]) {
    const file = join(to, app, 'package.json');
    if (app === join('apps', 'api')) continue;
    await writeFile(file, JSON.stringify({ ...(JSON.parse(await readFile(file, 'utf8')) as object), version: '0.2.0' }));
  }
  const database = join(to, 'apps/api/dist/database');
  await writeFile(join(database, 'migrations/1999000000000-add-caption.js'), MIGRATION);
  const list = await readFile(join(database, 'migrations.js'), 'utf8');
  const longer = list.replace(/^\];$/m, '    AddCaption1999000000000,\n];');
  if (longer === list) throw new Error('migrations.js does not end with a list');
  const added = "import { AddCaption1999000000000 } from './migrations/1999000000000-add-caption.js';\n";
  await writeFile(join(database, 'migrations.js'), added + longer);
}
