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

async function changeText(path: string, change: (text: string) => string): Promise<void> {
  const text = await readFile(path, 'utf8');
  const changed = change(text);
  if (changed === text) throw new Error(`${path} does not have the expected form`);
  await writeFile(path, changed);
}

async function addMigration(database: string): Promise<void> {
  await writeFile(join(database, 'migrations/1999000000000-add-caption.js'), MIGRATION);
  const added = "import { AddCaption1999000000000 } from './migrations/1999000000000-add-caption.js';\n";
  await changeText(join(database, 'migrations.js'), (list) => {
    const longer = list.replace(/^\];$/m, '    AddCaption1999000000000,\n];');
    return longer === list ? list : added + longer;
  });
}

/** A new optional field of routes, which a remote uses: the registry then has a field that the earlier version does not know. */
async function addRouteField(to: string): Promise<void> {
  await changeText(join(to, 'node_modules/@site/contracts/dist/remote-contract.js'), (text) =>
    text.replace('RemoteRouteSchema = v.strictObject({', '$& season: v.optional(v.string()),'),
  );
  await changeText(join(to, 'apps/market-prices/dist/remote.json'), (text) =>
    text.replace(/"routes": ?\[\s*\{/, '$& "season": "winter",'),
  );
}

/**
 * Makes the next version of an unpacked archive: the same with another number, so that all front ends have new releases, with one more
 * migration, and with one more field in contracts.
 */
export async function makeNext(from: string, to: string): Promise<void> {
  await cp(from, to, { recursive: true });
  for (const app of ['.', ...(await readdir(join(to, 'apps'))).map((name) => join('apps', name))]) {
    const file = join(to, app, 'package.json');
    if (app === join('apps', 'api')) continue;
    await writeFile(file, JSON.stringify({ ...(JSON.parse(await readFile(file, 'utf8')) as object), version: '0.2.0' }));
  }
  await addMigration(join(to, 'apps/api/dist/database'));
  await addRouteField(to);
}
