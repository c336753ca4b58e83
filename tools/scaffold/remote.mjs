// The files of a new remote, besides those of its first page.
import { cardText, lazyText, routeText } from './page.mjs';

export const json = (value) => `${JSON.stringify(value, null, 2)}\n`;

/** The files that are the same in this workspace and in a repository of its own. @param kit modules with presets, by purpose */
export const remoteSources = (name, date, singletons, kit) => ({
  'jest.config.mjs': `import { webJest } from '${kit.jest}';\n\nexport default webJest(import.meta.dirname);\n`,
  'vite.config.ts': `import { defineConfig } from 'vite';
import contract from './remote.contract.ts';
import { remoteConfig } from '${kit.vite}';

export default defineConfig(remoteConfig(contract, import.meta.dirname));
`,
  'src/routes.ts': `export const routes = [\n${lazyText(name)}];\n`,
  'remote.contract.ts': `import type { RemoteContract } from '@site/contracts';

export default {
  name: '${name}',
  hostApi: '^1.3.0',
  singletons: ${singletons},
  routes: [
${routeText(name)}  ],
  cards: [
${cardText(name, date)}  ],
  endpoints: [],
  sizeBudget: { pageScriptKilobytes: 40 },
} satisfies RemoteContract;
`,
});

const PRESETS = { jest: '../../tools/jest/web.mjs', vite: '../../tools/vite/remote.ts' };

/** File contents by path relative to the workspace. @param versions of the packages that it needs, the same as in the other remotes */
export function remoteFiles(name, date, versions) {
  const folder = `apps/${name}`;
  const sources = Object.entries(remoteSources(name, date, versions.singletons, PRESETS));
  return {
    [`${folder}/package.json`]: json({
      name: `@site/${name}`,
      version: '0.1.0',
      private: true,
      type: 'module',
      dependencies: { '@site/contracts': '1.0.0', '@site/ui': '1.0.0', react: versions.react },
    }),
    [`${folder}/project.json`]: json({
      $schema: '../../node_modules/nx/schemas/project-schema.json',
      name,
      projectType: 'application',
      sourceRoot: `${folder}/src`,
      tags: ['platform:web'],
      targets: {
        build: {
          executor: 'nx:run-commands',
          options: { command: 'node ../../node_modules/vite/bin/vite.js build --logLevel warn', cwd: '{projectRoot}' },
          outputs: ['{projectRoot}/dist'],
        },
        typecheck: {
          executor: 'nx:run-commands',
          options: { command: `node node_modules/typescript7/bin/tsc -p ${folder}` },
        },
        test: { command: `node tools/run-jest.mjs ${name} ${folder}` },
      },
      root: folder,
    }),
    [`${folder}/tsconfig.json`]: json({ extends: '../../tsconfig.web.json', include: ['src', '*.ts'] }),
    ...Object.fromEntries(sources.map(([path, text]) => [`${folder}/${path}`, text])),
  };
}
