import { BEEF } from '../beef-cut-prices/beef-kind.ts';
import { BeefPage } from '../beef-cut-prices/beef-cut-prices.page.tsx';
import { usePriceView } from '../prices/use-price-view.ts';
import { HeightReporter } from './height-reporter.tsx';

/** The chart alone, for embedding in another page. */
export function Component() {
  const view = usePriceView(BEEF);
  return (
    <HeightReporter>
      <BeefPage view={{ ...view, chartAlone: true, isEmbedded: true }} />
    </HeightReporter>
  );
}
