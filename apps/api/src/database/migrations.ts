import { CreateReportCopy1793000000000 } from './migrations/1793000000000-create-report-copy.ts';
import { CreatePriceMemory1793100000000 } from './migrations/1793100000000-create-price-memory.ts';
import { CreateDraftGate1793200000000 } from './migrations/1793200000000-create-draft-gate.ts';
import { CreateGallery1793300000000 } from './migrations/1793300000000-create-gallery.ts';
import { CreateTelemetry1793400000000 } from './migrations/1793400000000-create-telemetry.ts';
import { IndexViewCounts1793500000000 } from './migrations/1793500000000-index-view-counts.ts';
import { CreatePriceSeries1793600000000 } from './migrations/1793600000000-create-price-series.ts';
import { CreateJob1793700000000 } from './migrations/1793700000000-create-job.ts';
import { DropReportCopy1793800000000 } from './migrations/1793800000000-drop-report-copy.ts';
import { CreateDailyEntry1794300000000 } from './migrations/1794300000000-create-daily-entry.ts';
import { CreateAlert1794400000000 } from './migrations/1794400000000-create-alert.ts';
import { CreateReleaseChange1794500000000 } from './migrations/1794500000000-create-release-change.ts';
import { CreateVitalCount1794600000000 } from './migrations/1794600000000-create-vital-count.ts';
import { JudgeFailures1794700000000 } from './migrations/1794700000000-judge-failures.ts';
import { CreateStartCount1794900000000 } from './migrations/1794900000000-create-start-count.ts';
import { CreateModeration1795000000000 } from './migrations/1795000000000-create-moderation.ts';
import { CreateBrowserReportCount1795050000000 } from './migrations/1795050000000-create-browser-report-count.ts';
import { CreateErrorGroup1795100000000 } from './migrations/1795100000000-create-error-group.ts';

/**
 * In order. The previous release may still be running during a migration, so migrations only add; what becomes unused is dropped by a
 * migration of a later release.
 */
export const MIGRATIONS = [
  CreateReportCopy1793000000000,
  CreatePriceMemory1793100000000,
  CreateDraftGate1793200000000,
  CreateGallery1793300000000,
  CreateTelemetry1793400000000,
  IndexViewCounts1793500000000,
  CreatePriceSeries1793600000000,
  CreateJob1793700000000,
  DropReportCopy1793800000000,
  CreateDailyEntry1794300000000,
  CreateAlert1794400000000,
  CreateReleaseChange1794500000000,
  CreateVitalCount1794600000000,
  JudgeFailures1794700000000,
  CreateStartCount1794900000000,
  CreateModeration1795000000000,
  CreateBrowserReportCount1795050000000,
  CreateErrorGroup1795100000000,
];

/**
 * The last migration of the oldest release that works with this release's tables: they allow a rollback to that release or any
 * later one; whether that one can read the registry is another matter (decision 0102). It stays the same while migrations only add.
 * A migration that drops something that a release uses makes the release after that one the oldest.
 */
export const OLDEST_RELEASE = CreateDailyEntry1794300000000.name;
