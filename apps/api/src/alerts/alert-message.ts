import { ALERTS, type AlertKind } from './alert-texts.ts';
import type { AlertNews, AlertState } from './next-alert.ts';

/** What is sent to the operator: the body of the webhook, and the content of an email. */
export interface AlertMessage {
  /** The origin of the site. */
  readonly site: string;
  readonly alert: AlertKind;
  readonly subject: string;
  readonly news: AlertNews;
  readonly title: string;
  readonly what: string;
  /** Empty once the cause is gone. */
  readonly toDo: string;
  /** Since when; ISO 8601, UTC. */
  readonly since: string;
  /** The whole message as text, in the field that most chat services read. */
  readonly text: string;
}

const HEADS: Readonly<Record<AlertNews, string>> = { raised: '', still: 'Still: ', cleared: 'Resolved: ' };

const timesText = (times: number): string =>
  times > 1 ? ` It has occurred ${times} times since it was last reported as resolved.` : '';

export function alertMessage(
  site: string,
  alert: AlertKind,
  subject: string,
  news: AlertNews,
  { what, raisedAt, times }: Pick<AlertState, 'what' | 'raisedAt' | 'times'>,
): AlertMessage {
  const title = `${HEADS[news]}${ALERTS[alert].title}`;
  const toDo = news === 'cleared' ? '' : ALERTS[alert].toDo;
  const since = new Date(raisedAt).toISOString();
  const facts = news === 'cleared' ? `It began at ${since}: ${what}.` : `${what}, since ${since}.${timesText(times)}`;
  const text = [`${site}: ${title}`, facts, ...(toDo === '' ? [] : [toDo])].join('\n');
  return { site, alert, subject, news, title, what, toDo, since, text };
}
