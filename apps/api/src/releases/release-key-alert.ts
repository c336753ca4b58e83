import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { authorityOf, parseVerifyingKey } from '@site/releases';
import { AlertChecks } from '../alerts/alert-checks.ts';
import type { Finding } from '../alerts/next-alert.ts';
import { Clock } from '../clock.ts';
import { Config } from '../config/config.ts';

const DAY_MS = 24 * 3_600_000;
/** A new key has to reach everybody who releases. */
const NOTICE_DAYS = 30;

/** Alerts the operator before the owner's key, or all keys of a team, expire. */
@Injectable()
export class ReleaseKeyAlert implements OnModuleInit {
  constructor(
    private readonly checks: AlertChecks,
    @Inject(Config) private readonly config: Pick<Config, 'releasesDir' | 'releaseSigningKey'>,
    @Inject(Clock) private readonly clock: Pick<Clock, 'now'>,
  ) {}

  onModuleInit(): void {
    this.checks.add('key-ending', () => Promise.resolve(this.checkExpiry()));
  }

  private checkExpiry(): Finding[] {
    const { releasesDir, releaseSigningKey } = this.config;
    const { root, targets } = authorityOf(releasesDir, parseVerifyingKey(releaseSigningKey));
    const teams = (targets?.delegations?.roles ?? []).flatMap(({ name, keyids, limits }) => {
      const ends = keyids.map((keyid) => limits.until[keyid]);
      // A team can continue as long as one of its keys is valid.
      const last = ends.includes(undefined) ? undefined : ends.toSorted().at(-1);
      return last === undefined ? [] : [{ subject: name, end: last, whose: `the key of the ${name} team` }];
    });
    const latest = this.clock.now().getTime() + NOTICE_DAYS * DAY_MS;
    return [{ subject: '', end: root.expires, whose: "the owner's key" }, ...teams]
      .filter(({ end }) => Date.parse(end) <= latest)
      .map(({ subject, end, whose }) => ({ subject, what: `${whose} is valid until ${end}` }));
  }
}
