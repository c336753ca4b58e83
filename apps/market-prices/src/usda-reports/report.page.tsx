import { useEffect } from 'react';
import { sectionWord } from '@site/contracts';
import { RequestError } from '@site/host';
import { useQuery } from '@site/query';
import { useLocation } from '@site/router';
import { ButtonLink, EmptyState, plate, Skeleton } from '@site/ui';
import { DataAge } from '../connection/data-age.tsx';
import { errorText } from '../connection/error-text.ts';
import { FailureBox } from '../connection/failure-box.tsx';
import { readRefusal, refusalWords } from '../connection/refusal.ts';
import { OpenedReport } from './open/opened-report.tsx';
import { openReportQuery } from './open/get-open-report.ts';
import { titleOf } from './report-filters.ts';
import type { OpenReport } from './open/report-model.ts';
import styles from '../prices/prices.module.css';
import own from './usda-reports.module.css';

const LIST = '/projects/usda-reports';

function Head({ report }: { readonly report: OpenReport }) {
  const { slug, title, discontinued, sections, section, origin, shortened } = report;
  return (
    <section className={plate('solid', `stack ${styles.about}`)} aria-label="Report">
      <h2 className={styles.aboutTitle}>
        {title === null ? `Report ${slug}` : titleOf({ report_title: title, discontinued })}
        {discontinued && <span className={`badge ${own.ended}`}>Discontinued</span>}
      </h2>
      <DataAge origin={origin} />
      {shortened && <p className="note">The report is too long to be shown whole: older rows are left out.</p>}
      <nav className="row gap-2-3" aria-label="Sections of the report">
        {sections.map((name) => (
          <ButtonLink
            key={name}
            look="choice"
            to={`${LIST}/${slug}/${sectionWord(name)}`}
            {...(name === section && { 'aria-current': 'page' as const })}
          >
            {name}
          </ButtonLink>
        ))}
      </nav>
    </section>
  );
}

const isSection = (error: RequestError): boolean => readRefusal(error.body).code === 'usda_section_unknown';

function Report({ slug, section }: { readonly slug: string; readonly section: string | null }) {
  const { data: report, error, isFetching, refetch } = useQuery(openReportQuery(slug, section));
  const title = report?.title && titleOf({ report_title: report.title, discontinued: report.discontinued });
  useEffect(() => {
    // The shell has written the route's title and, behind a dash, whose site it is.
    if (title) document.title = document.title.replace(/^.*(?= – )/, title);
  }, [title]);
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
        <Skeleton shape="table" label="Loading report..." lines={9} />
      </div>
    );
  }
  if (error instanceof RequestError && error.status === 404) {
    return (
      <EmptyState title={isSection(error) ? 'No such section' : 'No such report'}>
        <p>{refusalWords(error) ?? 'USDA lists nothing at this address.'}</p>
        {isSection(error) && <ButtonLink to={`${LIST}/${slug}`}>Open the report</ButtonLink>}
      </EmptyState>
    );
  }
  return (
    <FailureBox title="Failed to load the report" onRetry={() => void refetch()}>
      <p className={styles.message}>{errorText(error)}</p>
      {refusalWords(error) && <p>{`The server says: ${refusalWords(error)}`}</p>}
      <p>The other pages still work.</p>
    </FailureBox>
  );
}

export function Component() {
  const { pathname } = useLocation();
  const [, , , slug = '', section = null] = pathname.replace(/\/$/, '').split('/');
  return (
    <div className="stack gap-5">
      <div>
        <ButtonLink look="quiet" to={LIST}>
          All USDA reports
        </ButtonLink>
      </div>
      <Report key={pathname} slug={slug} section={section} />
    </div>
  );
}
