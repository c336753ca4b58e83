import { PriceSnapshotEntity } from '../usda/price-snapshot.entity.ts';
import { UpstreamCopyEntity } from '../usda/upstream-copy.entity.ts';
import { LeaseEntity } from './lease.entity.ts';

/** Every table of the site; a test compares them with what the migrations build. */
export const ENTITIES = [LeaseEntity, PriceSnapshotEntity, UpstreamCopyEntity];
