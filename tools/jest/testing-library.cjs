// Replaces @testing-library/react in the tests of the web projects. Its default timeout for `findBy…` and `waitFor` is one second, which a
// busy machine needs for a first render.
// Required by its path, because the package's own name is mapped to this module.
const library = require('@testing-library/react/dist/index.js');

library.configure({ asyncUtilTimeout: 60_000 });

module.exports = library;
