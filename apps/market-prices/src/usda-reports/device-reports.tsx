import { useState } from 'react';
import { safeStorage } from '@site/host';
import { Button, ButtonLink, focusHeading, plate } from '@site/ui';
import { forgetRecent, readKept, rememberOpened, setFavorite, type KeptReport } from './kept-reports.ts';
import { LIST } from './list-address.ts';

const storage = safeStorage(() => window.localStorage);

export const noteOpened = (report: KeptReport): void => rememberOpened(storage, report);

/** Marks a report as a favorite on this device. */
export function FavoriteButton({ report }: { readonly report: KeptReport }) {
  const [isFavorite, setIsFavorite] = useState(() => readKept(storage).favorites.some(({ slug }) => slug === report.slug));
  return (
    <Button
      look="choice"
      aria-pressed={isFavorite}
      onClick={() => {
        setFavorite(storage, report, !isFavorite);
        setIsFavorite(!isFavorite);
      }}
    >
      Favorite
    </Button>
  );
}

function Links({ title, reports }: { readonly title: string; readonly reports: readonly KeptReport[] }) {
  return (
    <nav className="row gap-2-3" aria-label={title}>
      <h2 className="note kicker">{title}</h2>
      {reports.map((report) => (
        <ButtonLink key={report.slug} look="quiet" to={`${LIST}/${report.slug}`}>
          {report.title}
        </ButtonLink>
      ))}
    </nav>
  );
}

/** The reports that this device remembers, above the list. Renders nothing until one has been opened. */
export function DeviceReports() {
  const [{ recent, favorites }, setKept] = useState(() => readKept(storage));
  if (recent.length === 0 && favorites.length === 0) return null;
  return (
    <section className={plate('solid', 'screen-only stack padded')} aria-label="Your reports">
      {favorites.length > 0 && <Links title="Favorites" reports={favorites} />}
      {recent.length > 0 && <Links title="Recently opened" reports={recent} />}
      <div className="row gap-2-3">
        <span className="note">Remembered on this device only.</span>
        {recent.length > 0 && (
          <Button
            look="quiet"
            onClick={() => {
              forgetRecent(storage);
              setKept(readKept(storage));
              focusHeading();
            }}
          >
            Clear recently opened reports
          </Button>
        )}
      </div>
    </section>
  );
}
