// Every class of a CSS module is named after itself.
module.exports = new Proxy({}, { get: (_target, name) => (name === '__esModule' ? false : name) });
