import { useState } from 'react';
import { useSearchParams } from '@site/router';
import { ALL_EGG_TYPES, findEggType } from './egg-types.ts';
import { isRegion, readZip, type Region, type ZipReading } from './zip-region.ts';

interface Filters {
  readonly zip: string;
  readonly type: string;
  readonly region: Region | null;
}

export interface EggFilters extends Filters {
  readonly zipReading: ZipReading;
  setZip(zip: string): void;
  setType(type: string): void;
  /** A region chosen by name; a ZIP code typed before no longer says anything. */
  chooseRegion(region: Region | null): void;
  /** Another region for the ZIP code that stands in the field. */
  switchRegion(region: Region): void;
}

function regionOf(zip: string): Region | null {
  const reading = readZip(zip);
  return reading.kind === 'region' ? reading.region : null;
}

export function readFilters(params: URLSearchParams): Filters {
  const zip = (params.get('zip') ?? '').slice(0, 5);
  const type = params.get('type') ?? '';
  const region = params.get('region') ?? '';
  return {
    zip,
    type: findEggType(type) ? type : ALL_EGG_TYPES.value,
    region: isRegion(region) ? region : regionOf(zip),
  };
}

export function writeFilters({ zip, type, region }: Filters): URLSearchParams {
  const params = new URLSearchParams();
  if (zip) params.set('zip', zip);
  if (type) params.set('type', type);
  if (region && region !== regionOf(zip)) params.set('region', region);
  return params;
}

/** The filters, kept in the address as well so that a link or a reload shows the same rows. */
export function useEggFilters(): EggFilters {
  const [params, setParams] = useSearchParams();
  // The field follows the keyboard, not the address: the router may commit an address late.
  const [filters, setFilters] = useState(() => readFilters(params));
  const change = (next: Filters) => {
    setFilters(next);
    setParams(writeFilters(next), { replace: true, preventScrollReset: true });
  };
  return {
    ...filters,
    zipReading: readZip(filters.zip),
    setZip: (zip) => change({ ...filters, zip, region: regionOf(zip) }),
    setType: (type) => change({ ...filters, type }),
    chooseRegion: (region) => change({ ...filters, zip: '', region }),
    switchRegion: (region) => change({ ...filters, region }),
  };
}
