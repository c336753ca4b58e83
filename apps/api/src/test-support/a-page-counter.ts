import { SiteService } from '../site/site.service.ts';
import { anApi } from './an-api.ts';

/** A site that counts the pages that were left to the controller, because no rendered page was sent. */
export async function aPageCounter() {
  const api = await anApi();
  const site = api.get(SiteService);
  const page = site.page.bind(site);
  let left = 0;
  site.page = (...what) => {
    left += 1;
    return page(...what);
  };
  return {
    api,
    leftToController: () => left,
    async ask(path: string, headers: Record<string, string> = {}, method = 'GET') {
      const response = await fetch(api.url + path, { method, headers });
      return { status: response.status, headers: Object.fromEntries(response.headers), text: await response.text() };
    },
  };
}

export type PageCounter = Awaited<ReturnType<typeof aPageCounter>>;
