import { readFileSync } from 'node:fs';

const UNIT = readFileSync(new URL('../../../../docs/examples/site-backup.service', import.meta.url), 'utf8');

test('systemd limits neither the nightly backup, which is a oneshot, nor the check that follows it, which may take longer than 90 s', () => {
  expect(UNIT).toMatch(/^Type=oneshot$/m);
  expect(UNIT).toMatch(/^ExecStopPost=.* check-backup /m);
  expect(UNIT).toMatch(/^TimeoutStopSec=infinity$/m);
});
