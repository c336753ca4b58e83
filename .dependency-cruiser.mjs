/** Who may import whom. Every message says what to do instead. */
/** Every app but the API, so that the rules apply to a new remote as well. */
const WEB_APPS = '^apps/(?!api/)[^/]+/';
const WEB_LIBS = '^libs/(host|ui|router|query|stage)/';
const NODE = '^(apps/api|libs/releases)/';
/**
 * A folder of an app's sources: one page, or what some pages share. The rule `features-one-way` does not apply to the shell
 * yet: its folders of test helpers take part in cycles. The API's folders have their own configuration, which leaves tests out.
 */
const FEATURE = '^apps/(?!api/|shell/)[^/]+/src/[^/]+$';
const PURE = '^libs/(contracts|sim)/';

export default {
  forbidden: [
    {
      name: 'apps-import-no-app',
      comment:
        'An app imports no other app: teams release independently. Move what both need into a lib, or go through a contract.',
      severity: 'error',
      from: { path: '^apps/([^/]+)/' },
      to: { path: '^apps/', pathNot: '^apps/$1/' },
    },
    {
      name: 'libs-import-no-app',
      comment: 'A lib serves apps and knows none of them. Pass what it needs as an argument.',
      severity: 'error',
      from: { path: '^libs/' },
      to: { path: '^apps/' },
    },
    {
      name: 'pure-stays-pure',
      comment:
        'A pure lib runs anywhere: it imports only pure libs and platform-independent packages. Put browser or Node code into a web or node lib.',
      severity: 'error',
      from: { path: PURE, pathNot: '(\\.test\\.ts|jest\\.config\\.mjs)$' },
      to: { pathNot: [PURE, '^node_modules/valibot/'] },
    },
    {
      name: 'web-imports-no-node',
      comment: 'Browser code cannot import the API, the release store or a Node module. Share types through libs/contracts.',
      severity: 'error',
      from: { path: `${WEB_APPS}src/|${WEB_LIBS}`, pathNot: '\\.test\\.tsx?$' },
      to: { path: [NODE], dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'web-imports-no-builtin',
      comment: 'Browser code cannot import a Node built-in module. Do the work on the server, or pass the result in.',
      severity: 'error',
      from: { path: `${WEB_APPS}src/|${WEB_LIBS}`, pathNot: '\\.test\\.tsx?$' },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'node-imports-no-web',
      comment: 'Server code cannot import browser code. Share types through libs/contracts.',
      severity: 'error',
      from: { path: NODE },
      to: { path: [WEB_APPS, WEB_LIBS] },
    },
    {
      name: 'contract-stays-out-of-bundles',
      comment: 'remote.contract.ts carries the draft cards, which no bundle may hold. Only vite.config.ts imports it.',
      severity: 'error',
      from: { path: '^(apps|libs)/.*/src/', pathNot: '\\.test\\.tsx?$' },
      to: { path: 'remote\\.contract\\.ts$' },
    },
    {
      name: 'no-cycles',
      comment: 'Modules that import each other cannot be understood or loaded alone. Move what both need into a third.',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'features-one-way',
      comment:
        'Two features of an app import each other, directly or through others: neither can be read or changed alone. Move what both need into a feature below them.',
      severity: 'error',
      scope: 'folder',
      from: { path: FEATURE },
      to: { path: FEATURE, circular: true },
    },
    {
      name: 'no-unresolved',
      comment: 'The import cannot be resolved. Correct the path, or add the package to this project.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '^virtual:' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|tmp|var)/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.web.json' },
    enhancedResolveOptions: {
      conditionNames: ['@site/source', 'import', 'node', 'types', 'default'],
      exportsFields: ['exports'],
    },
  },
};
