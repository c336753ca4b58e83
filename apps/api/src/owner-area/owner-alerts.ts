import { escapeHtml } from '../http/escape-html.ts';
import { timeOf } from './owner-words.ts';

/** An alert whose cause persists. */
export interface OwnerAlert {
  readonly title: string;
  readonly what: string;
  readonly toDo: string;
  /** ISO 8601, UTC. */
  readonly since: string;
}

/** Empty if there are no alerts. */
export function alertSection(alerts: readonly OwnerAlert[]): string {
  if (alerts.length === 0) return '';
  const items = alerts.map(
    ({ title, what, toDo, since }) =>
      `<li><strong class="bad">${escapeHtml(title)}</strong>: ${escapeHtml(what)}, since ${escapeHtml(timeOf(since))}. ${escapeHtml(toDo)}</li>`,
  );
  return `<section aria-label="Alerts"><h2>Alerts</h2><ul>${items.join('')}</ul></section>`;
}
