import type { ReactNode } from 'react';
import { LEAD_CHART, type LeadChart, type LeadWords, type PageLead } from '@site/contracts';
import { plate } from './plate.ts';
import styles from './lead.module.css';

/** Classes of kit.css: a price increase is red, a decrease green. */
export const CHANGE_LOOKS = { up: 'strong bad', down: 'strong good', flat: 'strong soft' } as const;
const LOOKS = { ...CHANGE_LOOKS, figure: 'heading-2xl digits', strong: undefined } as const;

interface LeadPlateProps extends Pick<PageLead, 'kicker' | 'caution'> {
  readonly className?: string;
  readonly children: ReactNode;
}

/** The surface of a lead. */
export function LeadPlate({ kicker, caution, className = '', children }: LeadPlateProps) {
  return (
    <section className={plate('solid', `stack gap-2 ${styles.lead} ${className}`)} aria-labelledby="lead">
      <h2 id="lead" className="note kicker">
        {kicker}
        {caution && <span className="warn">{` · ${caution}`}</span>}
      </h2>
      {children}
    </section>
  );
}

const Words = ({ text, look }: LeadWords) =>
  look === undefined ? (
    text
  ) : (
    <strong className={LOOKS[look]} data-direction={look in CHANGE_LOOKS ? look : undefined}>
      {text}
    </strong>
  );

interface LeadSentenceProps extends Pick<PageLead, 'words'> {
  /**
   * True in the document that the server sends. The sentence is then one block, and so the largest on the page: the sentence that
   * the page renders later, whose lines are separate blocks and may be a pixel wider in another font, does not count as a later
   * largest contentful paint.
   */
  readonly isFirst?: boolean;
}

/** The sentence of a lead. */
export function LeadSentence({ words, isFirst = false }: LeadSentenceProps) {
  return (
    <p className={styles.sentence}>
      {words.map((line, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- the lines of a sentence have no other key
        <span key={index} className={isFirst ? undefined : styles.line}>
          {line.map((part) => (
            <Words key={part.text} {...part} />
          ))}
          {isFirst && <br />}
        </span>
      ))}
    </p>
  );
}

/**
 * A lead's chart, or the space for one that is not known yet. It fills its container without being measured, so that a server can
 * draw it.
 */
export function LeadPicture({ chart }: { readonly chart: LeadChart | null }) {
  const { width, height } = LEAD_CHART;
  if (!chart) return <svg className={styles.chart} height={height} aria-hidden="true" />;
  return (
    <svg
      className={styles.chart}
      height={height}
      role="img"
      aria-label={chart.label}
      fill="none"
      fontSize="12"
      fontWeight="500"
      overflow="visible"
    >
      {chart.prices.map(({ at, label }) => (
        <g key={at}>
          <line x1="0" x2="100%" y1={at} y2={at} stroke="var(--hairline)" />
          <text x="-6" y={at + 4} textAnchor="end" fill="var(--ink-soft)">
            {label}
          </text>
        </g>
      ))}
      {chart.weeks.map(({ at, label }) => (
        <text key={at} x={`${at}%`} y={height - 6} textAnchor="middle" fill="var(--ink-soft)">
          {label}
        </text>
      ))}
      <svg width="100%" height={height} viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none">
        <path d={chart.band} fill="var(--orange)" opacity="0.22" />
        <path d={chart.line} stroke="var(--line)" strokeWidth="2.5" strokeLinecap="round" vectorEffect="non-scaling-stroke" />
      </svg>
    </svg>
  );
}

/** What a page says first, before any code of its remote has arrived. */
export function Lead({ lead, isFirst = false }: { readonly lead: PageLead; readonly isFirst?: boolean }) {
  return (
    <LeadPlate kicker={lead.kicker} caution={lead.caution}>
      <LeadSentence words={lead.words} isFirst={isFirst} />
      <LeadPicture chart={lead.chart} />
    </LeadPlate>
  );
}
