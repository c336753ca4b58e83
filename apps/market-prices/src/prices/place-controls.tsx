import { REGIONS } from '@site/contracts';
import { useId } from 'react';
import { Choice, Field } from '@site/ui';
import type { PriceKind } from './price-kind.ts';
import { UnitControls } from './unit-controls.tsx';
import type { PriceViewControl } from './use-price-view.ts';
import { ZipResult } from './zip-result.tsx';

/** Created once, like the options of type and cut. */
const REGION_CHOICES = REGIONS.map((region) => (
  <option key={region} value={region}>
    {region}
  </option>
));

interface PlaceControlsProps {
  readonly kind: PriceKind;
  readonly view: PriceViewControl;
}

/** The choice of place, by ZIP code or by region, and of the unit. */
export function PlaceControls({ kind, view }: PlaceControlsProps) {
  const id = useId();
  return (
    <>
      <div className="stack gap-2">
        <Field
          label="ZIP code"
          inputMode="numeric"
          autoComplete="postal-code"
          placeholder="Enter your 5-digit ZIP code"
          maxLength={5}
          value={view.zip}
          aria-invalid={view.zipReading.kind === 'invalid'}
          aria-describedby={`${id}-result`}
          onChange={(event) => view.setZip(event.target.value)}
        />
        <div id={`${id}-result`} className="stack gap-2 small" aria-live="polite">
          <ZipResult view={view} />
        </div>
      </div>
      <Choice
        label="Region"
        value={view.region ?? ''}
        onChange={(event) => view.chooseRegion(REGIONS.find((region) => region === event.target.value) ?? null)}
      >
        <option value="">All regions</option>
        {REGION_CHOICES}
      </Choice>
      <UnitControls kind={kind} view={view} />
    </>
  );
}
