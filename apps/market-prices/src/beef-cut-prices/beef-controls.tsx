import { Choice } from '@site/ui';
import { Controls } from '../controls/controls.tsx';
import { PlaceControls } from '../prices/place-controls.tsx';
import type { PriceViewControl } from '../prices/use-price-view.ts';
import { BEEF } from './beef-kind.ts';
import { ALL_CUTS, BEEF_CUTS, findBeefCut, PRIMAL_SECTIONS } from './beef-cuts.ts';
import styles from '../controls/controls.module.css';

/** Created once: React skips elements that are identical to the previous render's. */
const CUT_CHOICES = PRIMAL_SECTIONS.map((section) => (
  <optgroup key={section} label={section}>
    {BEEF_CUTS.filter((cut) => cut.primalSection === section).map((cut) => (
      <option key={cut.value} value={cut.value}>
        {cut.label}
      </option>
    ))}
  </optgroup>
));

/** The choice of cut and place. */
export function BeefControls({ view }: { readonly view: PriceViewControl }) {
  const chosen = view.choice ? findBeefCut(view.choice) : undefined;
  return (
    <Controls className={styles.ofPrices}>
      <Choice
        label="Filter by Beef Cut"
        value={view.choice}
        onChange={({ target }) => view.change({ choice: target.value, exact: target.value !== '' && view.exact })}
      >
        <option value={ALL_CUTS.value}>{ALL_CUTS.label}</option>
        {CUT_CHOICES}
      </Choice>
      <PlaceControls kind={BEEF} view={view} />
      <div className={`stack gap-2 ${styles.result}`} aria-live="polite">
        {chosen && <p>{`Filtering for: ${chosen.label}`}</p>}
      </div>
    </Controls>
  );
}
