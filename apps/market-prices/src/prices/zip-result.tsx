import { Button, focusHeading } from '@site/ui';
import type { PriceViewControl } from './use-price-view.ts';

/** The result of the ZIP code: the region shown, or why there is none. */
export function ZipResult({ view }: { readonly view: PriceViewControl }) {
  const { region, zipReading } = view;
  const listedUnder = zipReading.kind === 'region' ? zipReading.listedUnder : null;
  return (
    <>
      {!region && zipReading.kind === 'incomplete' && (
        // Reserves a line for the result, so that no row moves while someone reads.
        <p>Enter a ZIP code or choose a region to see only its rows.</p>
      )}
      {zipReading.kind === 'invalid' && <p className="strong bad">Invalid ZIP code. Please enter a valid 5-digit ZIP code.</p>}
      {zipReading.kind === 'invalid' && zipReading.startsWithZero && (
        <p>ZIP codes starting with 0 are not in this table; pick a region instead</p>
      )}
      {region && <p>{`Showing results for: ${region} Region`}</p>}
      {listedUnder && region !== listedUnder && (
        <div className="row">
          <p>USDA lists this state under {listedUnder}</p>
          <Button
            look="quiet"
            onClick={() => {
              view.change({ region: listedUnder });
              focusHeading();
            }}
          >
            Show {listedUnder}
          </Button>
        </div>
      )}
    </>
  );
}
