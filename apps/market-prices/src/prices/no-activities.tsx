import { EmptyState } from '@site/ui';
import type { PriceKind } from './price-kind.ts';

/** A report without a single row. */
export function NoActivities({ kind }: { readonly kind: PriceKind }) {
  return (
    <EmptyState title="No feature activities found">
      {`No retail ${kind.commodity} feature activities available for this period`}
    </EmptyState>
  );
}
