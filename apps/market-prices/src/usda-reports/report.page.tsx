import { useEffect } from 'react';
import { reportTitle, sectionSlug } from '@site/contracts';
import { RequestError } from '@site/host';
import { useQuery } from '@site/query';
import { useLocation } from '@site/router';
import { ButtonLink, EmptyState, plate, Skeleton } from '@site/ui';
import { DataAge } from '../connection/data-age.tsx';
import { errorBodyText, readErrorBody } from '../connection/error-body.ts';
import { useReset } from '../connection/use-reset.ts';
import { FavoriteButton, noteOpened } from './device-reports.tsx';
import { OpenedReport } from './open/opened-report.tsx';
import { openReportQuery, reportAddress } from './open/get-open-report.ts';
import { LIST, listAddress } from './list-address.ts';
import type { OpenReport } from './open/report-model.ts';
import { ReportsFailed } from './reports-failed.tsx';
import styles from '../prices/prices.module.css';
import own from './usda-reports.module.css';

/** The title used by the page, the list and this device. */
const nameOf = ({ slug, title, discontinued }: OpenReport): string =>
  reportTitle({ report_title: title, discontinued }) ?? `Report ${slug}`;

function Head({ report }: { readonly report: OpenReport }) {
  const { state, search } = useLocation() as { readonly state: unknown; readonly search: string };
  const { slug, discontinued, sections, section, origin, shortened } = report;
  const title = nameOf(report);
  return (
    <section className={plate('solid', 'stack padded')} aria-label="Report">
      <h2 className={`heading-l ${styles.aboutTitle}`}>
        {title}
        {discontinued && <span className={`badge ${own.ended}`}>Discontinued</span>}
      </h2>
      <div className="screen-only">
        <FavoriteButton report={{ slug, title }} />
      </div>
      <DataAge origin={origin} />
      {shortened && <p className="note">The report is too long to show in full: older rows are left out.</p>}
      <nav className="row gap-2-3" aria-label="Sections of the report">
        {sections.map((name) => (
          <ButtonLink
            key={name}
            look="choice"
            // Filters apply to one section. Those of the current one stay in its address, because its rows stay filtered.
            to={`${LIST}/${slug}/${sectionSlug(name)}${name === section ? search : ''}`}
            state={state}
            {...(name === section && { 'aria-current': 'page' as const })}
          >
            {name}
          </ButtonLink>
        ))}
      </nav>
    </section>
  );
}

const isUnknownSection = (error: RequestError): boolean => readErrorBody(error.body).code === 'usda_section_unknown';

function Report({ slug, section }: { readonly slug: string; readonly section: string | null }) {
  const query = openReportQuery(slug, section);
  const { data: report, error, isFetching, errorUpdatedAt, refetch } = useQuery(query);
  const reset = useReset(query.queryKey);
  const title = report?.title && nameOf(report);
  useEffect(() => {
    // The shell has set the route's title followed by a dash and the site's name.
    if (title) document.title = document.title.replace(/^.*(?= – )/, title);
  }, [title]);
  useEffect(() => {
    if (report) noteOpened({ slug: report.slug, title: nameOf(report) });
  }, [report]);
  if (report) {
    return (
      <>
        <Head report={report} />
        <OpenedReport report={report} />
      </>
    );
  }
  if (isFetching || error === null) {
    return (
      <div className="tall">
        <Skeleton shape="table" label="Loading report..." lines={9} onRetry={reset} />
      </div>
    );
  }
  if (error instanceof RequestError && error.status === 404) {
    return (
      <EmptyState title={isUnknownSection(error) ? 'No such section' : 'No such report'}>
        <p>{errorBodyText(error) ?? 'USDA lists nothing at this address.'}</p>
        {isUnknownSection(error) && <ButtonLink to={`${LIST}/${slug}`}>Open the report</ButtonLink>}
      </EmptyState>
    );
  }
  return (
    <ReportsFailed
      title="Failed to load the report"
      requested="report"
      endpoint={reportAddress(slug, section)}
      error={error}
      failedAt={errorUpdatedAt}
      onRetry={() => void refetch()}
    />
  );
}

export function Component() {
  const { pathname, state } = useLocation() as { readonly pathname: string; readonly state: unknown };
  const [, , , slug = '', section = null] = pathname.replace(/\/$/, '').split('/');
  return (
    <div className="stack gap-5">
      <div className="screen-only">
        <ButtonLink look="quiet" to={listAddress(state)}>
          All USDA reports
        </ButtonLink>
      </div>
      <Report key={pathname} slug={slug} section={section} />
    </div>
  );
}
