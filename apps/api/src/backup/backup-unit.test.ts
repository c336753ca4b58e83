import { readFileSync } from 'node:fs';

const UNIT = readFileSync(new URL('../../../../docs/examples/site-backup.service', import.meta.url), 'utf8');

test('systemd gives the nightly backup, which is a oneshot, and the check that follows it hours; its default for the check is 90 s', () => {
  expect(UNIT).toMatch(/^Type=oneshot$/m);
  expect(UNIT).toMatch(/^ExecStopPost=.* check-backup /m);
  expect(UNIT).toMatch(/^TimeoutStopSec=12h$/m);
});
