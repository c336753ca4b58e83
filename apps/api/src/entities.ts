import { AlertEntity } from './alerts/alert.entity.ts';
import { DailyEntryEntity } from './daily-challenge/daily-entry.entity.ts';
import { ErrorCountEntity } from './error-reports/error-count.entity.ts';
import { ErrorGroupEntity } from './error-reports/error-group.entity.ts';
import { BannedPictureEntity } from './gallery/banned-picture.entity.ts';
import { ModerationEntity } from './gallery/moderation/moderation.entity.ts';
import { PictureReportEntity } from './gallery/picture-report.entity.ts';
import { SubmissionEntity } from './gallery/submission.entity.ts';
import { JobEntity } from './jobs/job.entity.ts';
import { RateHitEntity } from './rate-limit/rate-hit.entity.ts';
import { SessionEntity } from './passwords/session.entity.ts';
import { ReleaseChangeEntity } from './releases/release-change.entity.ts';
import { SettingEntity } from './secrets/setting.entity.ts';
import { BrowserReportCountEntity } from './telemetry/browser-reports/browser-report-count.entity.ts';
import { StartCountEntity } from './telemetry/shell-trial/start-count.entity.ts';
import { ViewCountEntity } from './telemetry/view-count.entity.ts';
import { VitalCountEntity } from './telemetry/vitals/vital-count.entity.ts';
import { WithdrawalEntity } from './trials/withdrawal.entity.ts';
import { PriceSeriesEntity } from './usda/price-series.entity.ts';
import { PriceSnapshotEntity } from './usda/price-snapshot.entity.ts';
import { UpstreamCopyEntity } from './usda/upstream-copy.entity.ts';
import { LeaseEntity } from './database/lease.entity.ts';

/** Every table of the site; a test compares them with the result of the migrations. */
export const ENTITIES = [
  AlertEntity,
  BannedPictureEntity,
  BrowserReportCountEntity,
  DailyEntryEntity,
  ErrorCountEntity,
  ErrorGroupEntity,
  JobEntity,
  LeaseEntity,
  ModerationEntity,
  PictureReportEntity,
  PriceSeriesEntity,
  PriceSnapshotEntity,
  RateHitEntity,
  ReleaseChangeEntity,
  SessionEntity,
  SettingEntity,
  StartCountEntity,
  SubmissionEntity,
  UpstreamCopyEntity,
  ViewCountEntity,
  VitalCountEntity,
  WithdrawalEntity,
];
