// Stands for @testing-library/react in the tests of the web projects. Its own patience for `findBy…` and `waitFor` is one second, which a
// busy machine needs for a first render.
const { join } = require('node:path');
const library = require(join(__dirname, '../../node_modules/@testing-library/react'));

library.configure({ asyncUtilTimeout: 60_000 });

module.exports = library;
