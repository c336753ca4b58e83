// `site new repository <folder>`: a remote in a repository of its own, which the kit builds, tests, shows inside a site and releases.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { Refusal } from '../command.mjs';
import { checkName, pageSources, pathOf, today } from './page.mjs';
import { json, remoteSources } from './remote.mjs';

const USAGE = 'site new repository <folder> --kit <site-kit-….tgz, or its address> --site <https://…>';
const SHARED = ['react', 'react-dom', '@site/router', '@site/query'];
const PRESETS = { jest: '@site/kit/jest', vite: '@site/kit/vite' };

const README = (name, site) => `# ${name}

A remote of ${site}: its page there is ${pathOf(name)}.

    npm install
    npm test                # unit tests; npm run typecheck checks the types
    npm run dev             # inside the live site, with hot reload: prints a link that works on this machine
    npm run build
    npm run check           # says whether the build may go live, and if not, why
    npm run release         # makes it live; add -- --message "why" to record a reason

The last two and \`dev\` sign with the team's key: create it once with \`npx site key\`. Keep it out of this folder, in
RELEASE_SIGNING_KEY, and send the site's owner the output of \`npx site key --public\`. The owner then allows it:

    site team add ${name} --key <public key> --paths ${pathOf(name)} --to ${site}

\`npx site help\` has the other commands: canary, promote, rollback, status, log. The page's path, title and link are in remote.contract.ts.
`;

const SCRIPTS = (name) => ({
  dev: 'site dev',
  test: 'jest',
  typecheck: 'tsc --noEmit',
  build: 'vite build --logLevel warn',
  check: `site check ${name}`,
  release: `site release ${name}`,
});

const manifest = (name, kit, site) =>
  json({
    name,
    version: '0.1.0',
    private: true,
    type: 'module',
    site,
    scripts: SCRIPTS(name),
    devDependencies: { '@site/kit': kit },
  });

/** Version ranges that the contract requires of the libraries that the shell shares. @param versions exact ones, by name */
const rangesOf = (versions) =>
  `{ ${SHARED.map(
    (name) => `${name.startsWith('@') || name.includes('-') ? `'${name}'` : name}: '^${versions[name].replace(/\d+$/, '0')}'`,
  ).join(', ')} }`;

function filesOf(name, { kit, site, versions }) {
  return {
    'package.json': manifest(name, kit, site),
    'tsconfig.json': json({ extends: '@site/kit/tsconfig.json', include: ['src', '*.ts'] }),
    ...remoteSources(name, today(), rangesOf(versions), PRESETS),
    ...pageSources(`src/${name}`, name, '@site/kit/testing'),
    // No package of the kit needs its install script.
    '.npmrc': 'ignore-scripts=true\nfund=false\naudit=false\n',
    '.gitignore': 'node_modules/\ndist/\n',
    'README.md': README(name, site),
  };
}

function readArguments(args) {
  const text = { type: 'string' };
  try {
    const { values, positionals } = parseArgs({ args, allowPositionals: true, options: { kit: text, site: text } });
    const [folder, ...surplus] = positionals;
    if (!folder || surplus.length > 0 || !values.kit || !values.site) throw new Refusal(USAGE);
    return { folder: resolve(folder), kit: values.kit, site: values.site };
  } catch (error) {
    throw new Refusal(error instanceof Refusal ? error.message : `${error.message}\n${USAGE}`);
  }
}

/** The kit as package.json names it. A file is copied into the repository, so that a clone of it is complete. */
function placeKit(kit, folder) {
  if (/^https:\/\//.test(kit)) return kit;
  if (!existsSync(kit))
    throw new Refusal(`${kit} is neither a file nor an https address; \`npm run kit\` makes the file in the site's repository`);
  const place = `kit/${basename(kit)}`;
  mkdirSync(join(folder, 'kit'), { recursive: true });
  cpSync(kit, join(folder, place));
  return `file:${place}`;
}

/**
 * @param args of the command, after its name
 * @param versions of the packages of the kit
 * @param isAllowed whether a repository may be in a folder
 */
export function newRepository(args, versions, isAllowed = () => true) {
  const { folder, kit, site } = readArguments(args);
  if (!isAllowed(folder)) throw new Refusal(`${folder} is inside this project; name a folder outside it`);
  const name = basename(folder);
  checkName(name, 'remote');
  if (existsSync(folder)) throw new Refusal(`${folder} already exists; choose another name`);
  if (!/^https?:\/\//.test(site) || !URL.canParse(site)) throw new Refusal(`--site is "${site}": it must be the site's address`);
  const spec = placeKit(kit, folder);
  const files = filesOf(name, { kit: spec, site: new URL(site).origin, versions });
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  // Releases say which commit they were built from. Without git they say nothing.
  spawnSync('git', ['init', '--quiet', '--initial-branch=main'], { cwd: folder });
  console.log(`${Object.keys(files)
    .map((path) => `  ${join(name, path)}`)
    .join('\n')}

Install it  cd ${folder} && npm install
Test it     npm test
See it      npm run dev
Release it  npm run build && npm run release
README.md says how to create the key that signs its releases.`);
}
