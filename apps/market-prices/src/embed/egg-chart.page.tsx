import { EGGS } from '../egg-prices/egg-kind.ts';
import { EggPage } from '../egg-prices/egg-prices.page.tsx';
import { usePriceView } from '../prices/use-price-view.ts';
import { HeightReporter } from './height-reporter.tsx';

/** The chart alone, for embedding in another page. */
export function Component() {
  const view = usePriceView(EGGS);
  return (
    <HeightReporter>
      <EggPage view={{ ...view, chartAlone: true, isEmbedded: true }} />
    </HeightReporter>
  );
}
