import { sendsJson, type Answer } from './a-fault-upstream.ts';
import { aMarsRow, anEnvelope } from './a-mars-row.ts';
import { aUsdaSite } from './a-usda-site.ts';

export const details = sendsJson(anEnvelope([aMarsRow(), aMarsRow({ region: 'Midwest', price_avg: 1.5 })]));

/** A site whose USDA lists these reports. */
export async function anOpenedReportsSite(slugs: readonly string[] = ['1280', '2850', '9001']) {
  const list = slugs.map((slug) => ({ slug_id: slug, report_title: `Report ${slug}` }));
  /** What USDA sends for a report, and the addresses of reports that were requested. */
  const usda: { answer: (path: string) => Answer; readonly asked: string[] } = { answer: () => details, asked: [] };
  const site = await aUsdaSite((response, request) => {
    const path = decodeURIComponent(request.url ?? '').replace(/^.*\/reports/, '');
    if (path === '') return sendsJson(list)(response, request);
    usda.asked.push(path);
    return usda.answer(path)(response, request);
  });
  return { ...site, usda, open: (path: string) => site.get(`usda-reports/${path}`) };
}

export type OpenedReportsSite = Awaited<ReturnType<typeof anOpenedReportsSite>>;
