/** An error or warning on the console fails the test that caused it, unless the test replaced the method itself. */
const { format } = require('node:util');

let messages = [];
const original = { error: console.error, warn: console.warn };

beforeEach(() => {
  messages = [];
  for (const level of ['error', 'warn']) console[level] = (...parts) => messages.push(`console.${level}: ${format(...parts)}`);
});

afterEach(() => {
  Object.assign(console, original);
  if (messages.length > 0) throw new Error(messages.join('\n'));
});
