import type { MarsRow } from '../usda/mars-sections.ts';

/** A row of report 2757 in MARS's format, with the given columns changed. */
export function aMarsRow(columns: MarsRow = {}): MarsRow {
  return {
    report_date: '09/14/2026',
    report_begin_date: '09/12/2026',
    report_end_date: '09/18/2026',
    region: 'NATIONAL',
    slug_id: 2757,
    commodity: 'Egg',
    section: 'Shell Egg',
    type: 'Large White',
    condition: 'Fresh',
    quality_grade: null,
    package_size: '12',
    price_unit: 'Per Carton',
    environment: 'Conventional',
    price_avg: 1.42,
    price_min: 0.99,
    price_max: 1.99,
    store_count: 600,
    final_ind: 'Final',
    ...columns,
  };
}

export function anEnvelope(rows: readonly MarsRow[], extra: MarsRow = {}): MarsRow {
  return {
    reportSection: 'Report Details',
    reportSections: ['Report Header', 'Report Metrics', 'Report Details'],
    stats: { returnedRows: rows.length, userAllowedRows: 100_000, totalRows: rows.length },
    results: rows,
    ...extra,
  };
}
