import { setTimeout as delay } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { CallBudget, type CallPurpose } from './call-budget.ts';
import { describeFailedFetch, failOnStatus, isRefusal, readJson } from './mars-response.ts';
import { parseMarsList, parseMarsSections, type MarsRow, type MarsSection } from './mars-sections.ts';
import { UsdaConnection } from './usda-connection.ts';
import { ResponseTooLongError, UpstreamError } from './usda.errors.ts';

/** The section that contains the prices, by the name most reports use; others vary it ("Report Detail Weighted"). */
const DETAILS = 'Report Details';
const IS_DETAILS = /detail/i;
const TRANSIENT_STATUSES = new Set([502, 503, 504]);
const RETRY_WAIT_MS = { min: 100, spread: 300 };

interface CallOptions {
  readonly purpose: CallPurpose;
  readonly signal: AbortSignal;
}

/** MARS formats days as `MM/DD/YYYY`. */
function usDate(day: Date): string {
  const [year, month, date] = day.toISOString().slice(0, 10).split('-');
  return `${month}/${date}/${year}`;
}

/** Speaks the MARS protocol of USDA's Market News. The key is sent only in the Authorization header. */
@Injectable()
export class UsdaClient {
  private readonly budget = new CallBudget();

  constructor(private readonly connection: UsdaConnection) {}

  /** Price rows of the newest issues of a report. @throws UpstreamError */
  fetchPriceRows(slug: number, lastReports: number, signal: AbortSignal): Promise<readonly MarsRow[]> {
    return this.fetchDetails(slug, `lastReports=${lastReports}`, signal);
  }

  /** Price rows of the issues whose week started between two days. @throws UpstreamError */
  fetchPriceRowsBetween(slug: number, from: Date, to: Date, signal: AbortSignal): Promise<readonly MarsRow[]> {
    return this.fetchDetails(slug, `q=report_begin_date=${usDate(from)}:${usDate(to)}`, signal);
  }

  private async fetchDetails(slug: number, query: string, signal: AbortSignal): Promise<readonly MarsRow[]> {
    const section = await this.findPriceSection(slug, query, { purpose: 'own', signal });
    if (section.isTruncated) {
      throw new UpstreamError('USDA_UNEXPECTED_ANSWER', `USDA truncated report ${slug}: the newest rows are missing`);
    }
    return section.rows;
  }

  /**
   * A section of the newest issues of an opened report, with all its rows.
   * @param section its name; null means the details section, or else the first one after the header
   * @param mayBeCut if false, a section from which USDA omitted the newest rows throws ResponseTooLongError
   * @throws UpstreamError
   */
  async fetchSection(
    slug: string,
    section: string | null,
    lastReports: number,
    mayBeCut: boolean,
    signal: AbortSignal,
  ): Promise<MarsSection> {
    const query = `lastReports=${lastReports}`;
    const found = await this.findSection(slug, section, query, { purpose: 'opened', signal });
    if (found.isTruncated && !mayBeCut) throw new ResponseTooLongError(`USDA truncated ${lastReports} issues of report ${slug}`);
    return found;
  }

  private async findSection(slug: string, section: string | null, query: string, options: CallOptions): Promise<MarsSection> {
    const [asked] = (await this.get(slug, section ?? DETAILS, query, options)) ?? [];
    if (asked) return asked;
    const [overview] = section === null ? ((await this.get(slug, null, query, options)) ?? []) : [];
    const names = overview?.sectionNames ?? [];
    const name = names.find((candidate) => IS_DETAILS.test(candidate)) ?? names[1];
    const [found] = name === undefined || name === DETAILS ? [overview] : ((await this.get(slug, name, query, options)) ?? []);
    if (!found) throw new UpstreamError('USDA_UNEXPECTED_ANSWER', `USDA has no data for report ${slug}, which it lists`);
    return found;
  }

  /** USDA's list of reports. @throws UpstreamError */
  async fetchReportList(signal: AbortSignal): Promise<readonly MarsRow[]> {
    const response = await this.request(this.connection.baseUrl, { purpose: 'own', signal });
    await failOnStatus(response);
    return parseMarsList(await readJson(response, signal));
  }

  private async findPriceSection(slug: number, query: string, options: CallOptions): Promise<MarsSection> {
    const sections = await this.get(slug, DETAILS, query, options);
    const found = sections?.find((section) => section.name === null || IS_DETAILS.test(section.name));
    if (found) return found;

    const overview = sections ?? (await this.get(slug, null, query, options));
    const name = overview?.flatMap((section) => section.sectionNames).find((candidate) => IS_DETAILS.test(candidate));
    const renamed = name === undefined || name === DETAILS ? null : await this.get(slug, name, query, options);
    const section = renamed?.find((candidate) => candidate.name === null || IS_DETAILS.test(candidate.name));
    if (!section) throw new UpstreamError('USDA_UNEXPECTED_ANSWER', `USDA has no details section in report ${slug}`);
    return section;
  }

  /** Null if USDA has no such report or section. */
  private async get(
    slug: number | string,
    section: string | null,
    query: string,
    options: CallOptions,
  ): Promise<readonly MarsSection[] | null> {
    const path = section === null ? `${slug}` : `${slug}/${encodeURIComponent(section)}`;
    const response = await this.request(`${this.connection.baseUrl}/${path}?${query}`, options);
    if (response.status === 404) {
      await response.body?.cancel();
      return null;
    }
    await failOnStatus(response);
    return parseMarsSections(await readJson(response, options.signal));
  }

  private async request(url: string, options: CallOptions): Promise<Response> {
    const { signal } = options;
    const first = await this.attempt(url, options);
    if (first instanceof Response && !TRANSIENT_STATUSES.has(first.status)) return first;
    if (first instanceof UpstreamError && first.code !== 'USDA_UNREACHABLE') throw first;
    if (first instanceof Response) await first.body?.cancel();

    const wait = RETRY_WAIT_MS.min + Math.random() * RETRY_WAIT_MS.spread;
    await delay(wait, undefined, { signal }).catch((cause: unknown) => {
      throw describeFailedFetch(cause, signal);
    });
    const second = await this.attempt(url, options);
    if (second instanceof UpstreamError) throw second;
    return second;
  }

  private async attempt(url: string, { purpose, signal }: CallOptions): Promise<Response | UpstreamError> {
    if (signal.aborted) return describeFailedFetch(signal.reason, signal);
    this.budget.take(performance.now(), purpose);
    const credentials = Buffer.from(`${this.connection.apiKey ?? ''}:`).toString('base64');
    try {
      // Redirects are rejected: otherwise the key would be sent to their target.
      const response = await fetch(url, {
        headers: { Authorization: `Basic ${credentials}`, Accept: 'application/json' },
        redirect: 'error',
        signal,
      });
      if (response.ok) this.connection.keyState = 'accepted';
      if (isRefusal(response)) this.connection.keyState = 'refused';
      return response;
    } catch (cause) {
      return describeFailedFetch(cause, signal);
    }
  }
}
