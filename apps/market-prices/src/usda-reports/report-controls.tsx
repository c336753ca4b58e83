import { Choice, Field } from '@site/ui';
import { Controls } from '../controls/controls.tsx';
import { CATEGORIES, type Category } from './report-category.ts';
import type { ReportFilters } from './use-report-filters.ts';

interface ReportControlsProps {
  readonly filters: ReportFilters;
  readonly counts: readonly { readonly category: Category; readonly count: number }[];
  readonly total: number;
}

export function ReportControls({ filters, counts, total }: ReportControlsProps) {
  return (
    <Controls>
      <Field
        label="Search reports"
        type="search"
        placeholder="Title, slug ID or commodity"
        value={filters.search}
        onChange={({ target }) => filters.change({ search: target.value })}
      />
      <Choice
        label="Category"
        value={filters.category ?? ''}
        onChange={({ target }) => filters.change({ category: CATEGORIES.find((category) => category === target.value) ?? null })}
      >
        <option value="">{`All Categories (${total.toLocaleString('en-US')})`}</option>
        {counts.map(({ category, count }) => (
          <option key={category} value={category}>{`${category} (${count.toLocaleString('en-US')})`}</option>
        ))}
      </Choice>
    </Controls>
  );
}
