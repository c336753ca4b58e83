/**
 * For `handleTestEvent` of an environment: fails a test file in which a test or hook has a shorter timeout than the common one. What is
 * far more than enough on a quiet machine has been too little on a busy one. A test of many rounds may have a longer one.
 */
module.exports = function refuseShortTimeout({ name, testName, hookType, timeout }, { testTimeout }) {
  if ((name !== 'add_test' && name !== 'add_hook') || timeout === undefined || timeout >= testTimeout) return;
  const what = testName ?? hookType;
  throw new Error(
    `"${what}": a timeout of ${timeout} ms is too short on a busy machine. Remove it: the common one is ${testTimeout} ms.`,
  );
};
