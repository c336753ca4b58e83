import { BEEF } from '../beef-cut-prices/beef-kind.ts';
import { BeefPage } from '../beef-cut-prices/beef-cut-prices.page.tsx';
import { usePriceView } from '../prices/use-price-view.ts';
import { TellsHeight } from './tells-height.tsx';

/** The chart alone, for a frame in another page. */
export function Component() {
  const view = usePriceView(BEEF);
  return (
    <TellsHeight>
      <BeefPage view={{ ...view, chartAlone: true, isEmbedded: true }} />
    </TellsHeight>
  );
}
