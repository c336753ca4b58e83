import type { LeftOut } from '@site/contracts';

const counted = (count: number): string => `${count.toLocaleString('en-US')} ${count === 1 ? 'row' : 'rows'}`;

/** Describes what the page could not read; null if it read everything. */
export function leftOutWords({ rows, missing, unknown }: LeftOut): string | null {
  const parts = [
    rows > 0 && `${counted(rows)} could not be read`,
    unknown.length > 0 && `not shown: ${unknown.join(', ')}`,
    missing.length > 0 && `treated as not stated: ${missing.join(', ')}`,
  ].filter(Boolean);
  return parts.length === 0 ? null : `This page and its server come from different releases: ${parts.join('; ')}.`;
}

/** Renders nothing if everything was read. */
export function LeftOutNote({ leftOut, className }: { readonly leftOut: LeftOut; readonly className?: string }) {
  const words = leftOutWords(leftOut);
  return words && <p className={className}>{words}</p>;
}
