import { webJest } from '../../tools/jest/web.mjs';

const version = '1.0.0';

export default webJest(import.meta.dirname, {
  globals: { __VERSIONS__: { '@site/router': version, '@site/query': version, '@site/host': version }, __HAS_RESUME_PDF__: true },
});
