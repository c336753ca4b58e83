/** The features of the API, without their tests: those start the whole application. */
import base from './.dependency-cruiser.mjs';

const FEATURE = '^apps/api/src/[^/]+$';

export default {
  forbidden: [
    {
      name: 'api-features-one-way',
      comment:
        'Two features of the API import each other, directly or through others: neither can be read or changed alone. Move what both need into a feature below them.',
      severity: 'error',
      scope: 'folder',
      from: { path: FEATURE },
      to: { path: FEATURE, circular: true },
    },
  ],
  options: {
    ...base.options,
    exclude: { path: '(^|/)(dist|tmp|var|test-support)/|\\.test\\.ts$' },
    tsConfig: { fileName: 'tsconfig.node.json' },
  },
};
