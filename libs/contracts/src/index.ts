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
export {
  DailyBoardSchema,
  DailyEntryRequestSchema,
  DailyEntrySchema,
  DailyPlaceSchema,
  DailyQuerySchema,
  dayOf,
  parseDailyBoard,
  parseDailyEntry,
  parseDailyPlace,
  startOfDay,
} from './daily-challenge.ts';
export type { DailyBoard, DailyEntry, DailyEntryRequest, DailyPlace, DailyQuery } from './daily-challenge.ts';
export { PasswordAttemptSchema, PasswordResponseSchema } from './draft-gate.ts';
export type { PasswordAttempt, PasswordResponse } from './draft-gate.ts';
export {
  EXHIBITS,
  GalleryStatisticsSchema,
  NewSubmissionSchema,
  parseGalleryStatistics,
  parseNewSubmission,
  parseSubmission,
  parseSubmissions,
  SubmissionSchema,
} from './gallery.ts';
export type { Exhibit, GalleryStatistics, NewSubmission, Submission } from './gallery.ts';
export { GalleryQuerySchema, PictureReportSchema, PictureUploadSchema, readPictureUpload } from './gallery-requests.ts';
export type { GalleryQuery, PictureReport } from './gallery-requests.ts';
export { countOf } from './count-of.ts';
export { csvFile, csvLine, toCsv } from './csv.ts';
export { csvMetadata, metadataName } from './csv-metadata.ts';
export type { CsvField } from './csv-metadata.ts';
export { PRICE_NOTES, priceFields } from './price-fields.ts';
export { INSTALL_MANIFEST, OFFLINE_INDEX, OFFLINE_PAGE, RELEASE_SET_HEADER, SERVICE_WORKER } from './offline.ts';
export type { OfflineIndex } from './offline.ts';
export { jsonSchemaOf } from './json-schema.ts';
export type { JsonSchema } from './json-schema.ts';
export { MarketReportSchema, parseMarketReports, readMarketReports, reportTitle } from './market-report.ts';
export type { MarketReport } from './market-report.ts';
export { parseReportSection, ReportSectionSchema, sectionSlug } from './report-section.ts';
export type { ReportColumn, ReportSection } from './report-section.ts';
export { HISTORY_COMPLETE, parsePriceHistory, PriceHistorySchema, priceItemKey, readPriceHistory } from './price-history.ts';
export type { PriceHistory, PricePoint, PriceSeries } from './price-history.ts';
export {
  COMMODITIES,
  MAX_CHART_ITEMS,
  PriceFeedQuerySchema,
  PriceHistoryQuerySchema,
  PricePictureQuerySchema,
} from './price-history-query.ts';
export type { Commodity, PriceFeedQuery, PriceHistoryQuery, PricePictureQuery } from './price-history-query.ts';
export { comparedUnit, eggsBought, eggsIn, isPerDozen, isPerPound, itemDetails, itemName, ownUnit } from './price-item.ts';
export { LEAD_CHART } from './page-lead.ts';
export type { LeadChart, LeadWords, PageLead } from './page-lead.ts';
export {
  calendarDate,
  changeWords,
  daysAfter,
  directionOf,
  dollars,
  inStores,
  leadSentence,
  placeWords,
  storeWords,
  YEAR_DAYS,
  yearChange,
} from './price-sentence.ts';
export { bandPath, LINE_DASHES, linePath, marksPath, percentTick, priceScale, secondsOf, weekScale } from './price-chart.ts';
export type { ChartArea } from './price-chart.ts';
export { isRecord, joinLeftOut } from './read-rows.ts';
export type { LeftOut } from './read-rows.ts';
export { ITEM_FIELDS, parseWeeklyReport, readWeeklyReport, WeeklyReportSchema } from './price-report.ts';
export type { PriceRecord, WeeklyReport } from './price-report.ts';
export { ApiProblemSchema } from './problem.ts';
export type { ApiProblem } from './problem.ts';
export { isRegion, placeNamed, PLACES, REGIONS } from './region.ts';
export type { Place, Region } from './region.ts';
export { comparedPrices, mostAdvertised, readPoint, scaleRange, weekPrice, weekPrices } from './week-price.ts';
export type { Change, PricedItem, PriceRange, PriceReader, Reading, WeekPrice } from './week-price.ts';
export { isPattern, matchPath, pathsOverlap, routeAt } from './path-pattern.ts';
export { parseRegistry, parseSignedRegistry, registryEntry, retiredEntry, VISITOR_BUCKETS } from './registry.ts';
export type { Canary, Registry, RegistryApp, ReleasePointer } from './registry.ts';
export { parseNewManifest, parseReleaseManifest } from './release.ts';
export type { Preload, ReleaseManifest, RemoteRelease, ShellRelease } from './release.ts';
export { parseDrafts, parseRemoteContract, ProjectCardSchema } from './remote-contract.ts';
export type { ProjectCard, RemoteContract } from './remote-contract.ts';
export { STILL_SIZE, STILL_WIDTHS, stillFile, stillFiles } from './still.ts';
export type { StillScheme } from './still.ts';
export { shortMessage } from './short-message.ts';
export { PageReportsSchema } from './telemetry.ts';
export type { LoadPhase, PageOutcome, PageReport, PageReports } from './telemetry.ts';
export { ErrorReportSchema } from './error-report.ts';
export type { ErrorReport } from './error-report.ts';
export { PAGE_TOKEN } from './page-token.ts';
export { BrowserReportsQuerySchema } from './browser-reports.ts';
export { DEVICES, VisitorsQuerySchema, VitalsReportSchema } from './vitals.ts';
export type { Device, VitalsReport } from './vitals.ts';
