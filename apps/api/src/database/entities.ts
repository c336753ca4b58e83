import { ReportCopyEntity } from '../usda/report-copy.entity.ts';

/** Every table of the site; a test compares them with what the migrations build. */
export const ENTITIES = [ReportCopyEntity];
