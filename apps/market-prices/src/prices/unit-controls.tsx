import { Choice } from '@site/ui';
import type { PriceKind } from './price-kind.ts';
import type { PriceViewControl } from './use-price-view.ts';

interface UnitControlsProps {
  readonly kind: PriceKind;
  readonly view: PriceViewControl;
}

/** The unit of prices, and whether charts show prices or their change. */
export function UnitControls({ kind, view }: UnitControlsProps) {
  return (
    <>
      <Choice label="Prices per" value={view.unit} onChange={({ target }) => view.change({ unit: target.value })}>
        {kind.units.map((unit) => (
          <option key={unit} value={unit}>
            {unit}
          </option>
        ))}
      </Choice>
      <Choice
        label="Charts in"
        value={view.percent ? 'percent' : 'dollars'}
        onChange={({ target }) => view.change({ percent: target.value === 'percent' })}
      >
        <option value="dollars">dollars</option>
        <option value="percent">percent change</option>
      </Choice>
    </>
  );
}
