// The files of a new remote, beside those of its first page.
import { cardText, lazyText, routeText } from './page.mjs';

const json = (value) => `${JSON.stringify(value, null, 2)}\n`;

/** Texts by path from the workspace. @param versions of the packages that it needs, as the other remotes have them */
export function remoteFiles(name, date, versions) {
  const folder = `apps/${name}`;
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
    [`${folder}/jest.config.mjs`]: `import { webJest } from '../../tools/jest/web.mjs';\n\nexport default webJest(import.meta.dirname);\n`,
    [`${folder}/vite.config.ts`]: `import { defineConfig } from 'vite';
import contract from './remote.contract.ts';
import { remoteConfig } from '../../tools/vite/remote.ts';

export default defineConfig(remoteConfig(contract, import.meta.dirname));
`,
    [`${folder}/src/routes.ts`]: `export const routes = [\n${lazyText(name)}];\n`,
    [`${folder}/remote.contract.ts`]: `import type { RemoteContract } from '@site/contracts';

export default {
  name: '${name}',
  hostApi: '^1.2.0',
  singletons: ${versions.singletons},
  routes: [
${routeText(name)}  ],
  cards: [
${cardText(name, date)}  ],
  endpoints: [],
  sizeBudget: { pageScriptKilobytes: 40 },
} satisfies RemoteContract;
`,
  };
}
