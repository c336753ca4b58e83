import { escapeHtml } from '../http/escape-html.ts';

/** "2026-11-24 12:00 UTC". @param at ISO 8601, UTC */
export const timeOf = (at: string): string => `${at.slice(0, 16).replace('T', ' ')} UTC`;

/**
 * A table that scrolls in its own box, so that the page never does.
 * @param label of the box, escaped here
 * @param rows each an HTML row
 * @param texts columns of words, not numbers
 */
export function scrollTable(
  label: string,
  columns: readonly string[],
  rows: readonly string[],
  texts: readonly string[] = [],
): string {
  const heads = columns.map((name) => `<th scope="col"${texts.includes(name) ? ' class="text"' : ''}>${name}</th>`).join('');
  return `<div class="scroll" tabindex="0" role="region" aria-label="${escapeHtml(label)}"><table><thead><tr>${heads}</tr></thead><tbody>${rows.join('')}</tbody></table></div>`;
}

/** A command for a terminal, escaped. */
export const commandText = (command: string): string => `<code>${escapeHtml(command)}</code>`;
