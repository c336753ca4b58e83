import { isIP } from 'node:net';
import { connect } from 'node:tls';
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { Clock } from '../clock.ts';
import { Config } from '../config/config.ts';
import { FreeDisk } from '../ops/free-disk.ts';
import { LastBackup } from '../secrets/last-backup.ts';
import { AlertChecks } from './alert-checks.ts';
import type { Finding } from './next-alert.ts';
import { FILLING, percentOf } from './share.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Automatic renewal happens about a month before expiry. */
const CERTIFICATE_DAYS = 14;
const CONNECT_MS = 15_000;

/** Checks on the machine and its environment. */
@Injectable()
export class ServerChecks implements OnModuleInit {
  /** `expiresAt` is null if it could not be read. */
  private certificate: { readonly readAt: number; readonly expiresAt: number | null } | null = null;

  constructor(
    private readonly checks: AlertChecks,
    @Inject(FreeDisk) private readonly disk: Pick<FreeDisk, 'usedShare'>,
    private readonly lastBackup: LastBackup,
    @Inject(Config) private readonly config: Pick<Config, 'alerts' | 'isSecure' | 'publicOrigin'>,
    @Inject(Clock) private readonly clock: Pick<Clock, 'now'>,
  ) {}

  onModuleInit(): void {
    this.checks.add('disk-filling', () => this.checkDisk());
    this.checks.add('backup-old', () => this.checkBackup());
    this.checks.add('backup-damaged', () => this.checkDamage());
    this.checks.add('certificate-ending', () => this.checkCertificate());
  }

  private nowMs(): number {
    return this.clock.now().getTime();
  }

  private async checkDisk(): Promise<Finding[]> {
    const share = await this.disk.usedShare();
    return share === null || share <= FILLING ? [] : [{ subject: '', what: `${percentOf(share)} of it is used` }];
  }

  private async checkBackup(): Promise<Finding[]> {
    const { backupDays } = this.config.alerts;
    if (backupDays === null) return [];
    const madeAt = await this.lastBackup.madeAt();
    if (madeAt === null) return [{ subject: '', what: '`site backup` has never backed up this site' }];
    if (this.nowMs() - madeAt.getTime() <= backupDays * DAY_MS) return [];
    return [{ subject: '', what: `the last one was made at ${madeAt.toISOString()}, longer ago than ALERT_BACKUP_DAYS allows` }];
  }

  private async checkDamage(): Promise<Finding[]> {
    const check = await this.lastBackup.check();
    if (check === null || check.problem === null) return [];
    return [{ subject: '', what: `the check at ${check.at.toISOString()} found: ${check.problem}` }];
  }

  /** Connects to the public address once an hour, as visitors do. */
  private async checkCertificate(): Promise<Finding[] | null> {
    if (!this.config.isSecure) return [];
    // The clock may have been set back since.
    if (!this.certificate || Math.abs(this.nowMs() - this.certificate.readAt) >= HOUR_MS) {
      const readAt = this.nowMs();
      // A failed attempt counts as well: each may take 15 s, and the other checks wait.
      this.certificate = { readAt, expiresAt: null };
      this.certificate = { readAt, expiresAt: await certificateExpiry(new URL(this.config.publicOrigin)) };
    }
    const { expiresAt } = this.certificate;
    if (expiresAt === null) return null;
    if (expiresAt - this.nowMs() > CERTIFICATE_DAYS * DAY_MS) return [];
    return [
      { subject: '', what: `the certificate of ${this.config.publicOrigin} expires at ${new Date(expiresAt).toISOString()}` },
    ];
  }
}

/** When the certificate of an address expires, in milliseconds since 1970. @throws Error if it cannot be read */
function certificateExpiry({ hostname, port }: URL): Promise<number> {
  return new Promise((resolve, reject) => {
    // Invalid certificates are read as well: only the expiry date matters, and nothing is sent.
    const socket = connect({
      host: hostname,
      port: Number(port || 443),
      ...(isIP(hostname) === 0 ? { servername: hostname } : {}),
      rejectUnauthorized: false,
      timeout: CONNECT_MS,
    });
    socket.once('secureConnect', () => {
      resolve(Date.parse(socket.getPeerCertificate().valid_to));
      socket.destroy();
    });
    socket.once('timeout', () => socket.destroy(new Error('the public address did not respond in time')));
    socket.once('error', reject);
  });
}
