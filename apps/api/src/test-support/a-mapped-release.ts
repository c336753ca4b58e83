import type { ErrorReport } from '@site/contracts';
import { Clock } from '../clock.ts';
import { ErrorGroupsRepository } from '../error-reports/error-groups.repository.ts';
import { ErrorReportsService } from '../error-reports/error-reports.service.ts';
import { SourceMapReader } from '../error-reports/source-map-reader.ts';
import { releaseIn } from './a-team.ts';
import { aSite, withEggs } from './a-team-site.ts';
import { documentToken } from './document-token.ts';
import { FOREVER_MS } from './forever.ts';

const TOKEN = 'the-owner-has-a-token-of-32-characters';
export const OWNER = { Authorization: `Bearer ${TOKEN}` };
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

/** Maps the script's only line: from column 1 to line 12 of the page, from column 31 to line 3 of a library. */
export const MAP = JSON.stringify({
  version: 3,
  names: [],
  sources: ['../../apps/eggs/src/eggs.page.tsx', '../../node_modules/react-dom/client.js'],
  sourcesContent: ['the team’s source', null],
  mappings: 'AAWA,8BCTA',
});

/** A site to which a team has released eggs with a source map, and to which pages send errors. */
export async function aMappedRelease() {
  let aheadMs = 0;
  const clock = { provide: Clock, value: { now: () => new Date(Date.now() + aheadMs) } };
  const api = await aSite({ OWNER_TOKEN: TOKEN, TRUST_PROXY: '127.0.0.1' }, [clock]);
  Object.assign(api.get(SourceMapReader), { maxMs: FOREVER_MS });
  const { eggs, to } = await withEggs(api);
  const release = releaseIn((await eggs.site('release', ...(await eggs.build('eggs', { map: MAP })), ...to))[1]);
  const frameAt = (line: number, column: number) => `/r/eggs/${release}/assets/one.js:${line}:${column}`;

  return {
    api,
    eggs,
    to,
    release,
    frameAt,
    advance(ms: number): void {
      aheadMs += ms;
    },
    async send(more: Partial<ErrorReport> = {}, client = '192.0.2.1', agent = FIREFOX): Promise<number> {
      const token = more.token ?? (await documentToken(api.url));
      const error = { name: 'TypeError', message: 'no <price>', frames: [frameAt(1, 5)] };
      const { status } = await fetch(`${api.url}/api/errors`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': client, 'User-Agent': agent },
        body: JSON.stringify({ app: 'eggs', release, ...error, ...more, token }),
      });
      return status;
    },
    /** The groups of errors that are stored. */
    async stored() {
      await api.get(ErrorReportsService).settle();
      return api.get(ErrorGroupsRepository).since(0);
    },
  };
}

export type MappedRelease = Awaited<ReturnType<typeof aMappedRelease>>;
