export type {
  BootData,
  BootPreviousRelease,
  BootRelease,
  BootRemote,
  BootRoute,
  RenderedPage,
  ShellPage,
  ShellServerModule,
  SiteTextFile,
  SocialImage,
} from './boot.ts';
export { describeIssues } from './describe-issues.ts';
export { EXHIBITS, parseGalleryStatistics, parseNewSubmission, parseSubmissions } from './gallery.ts';
export type { Exhibit, GalleryStatistics, NewSubmission, Submission } from './gallery.ts';
export { csvFile, csvLine, toCsv } from './csv.ts';
export { parseMarketReports, readMarketReports } from './market-report.ts';
export type { MarketReport } from './market-report.ts';
export { parsePriceHistory, priceItemKey, readPriceHistory } from './price-history.ts';
export type { PriceHistory, PricePoint, PriceSeries } from './price-history.ts';
export { joinLeftOut } from './read-rows.ts';
export type { LeftOut } from './read-rows.ts';
export { parseWeeklyReport, readWeeklyReport } from './price-report.ts';
export type { ApiProblem, PriceRecord, WeeklyReport, WeeklyReportReading } from './price-report.ts';
export { parseRegistry, parseSignedRegistry, registryEntry, VISITOR_BUCKETS } from './registry.ts';
export type { Canary, Registry, RegistryApp, ReleasePointer, SignedRegistry } from './registry.ts';
export { parseReleaseManifest } from './release.ts';
export type { Preload, ReleaseManifest, RemoteRelease, ShellRelease } from './release.ts';
export { parseDrafts, parseRemoteContract } from './remote-contract.ts';
export type { ProjectCard, RemoteContract, RemoteRoute } from './remote-contract.ts';
export { shortMessage } from './short-message.ts';
export { parsePageReports } from './telemetry.ts';
export type { LoadPhase, PageOutcome, PageReport } from './telemetry.ts';
