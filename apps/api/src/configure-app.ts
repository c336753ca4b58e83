import type { NestExpressApplication } from '@nestjs/platform-express';
import { parseVerifyingKey } from '@site/releases';
import compression from 'compression';
import { Router, type NextFunction, type Request, type RequestHandler, type Response } from 'express';
import helmet from 'helmet';
import type { Logger } from 'pino';
import type { Config } from './config/config.ts';
import { API_DOCS_CSP, API_DOCS_PATH, setUpApiDocs } from './ops/api-docs.ts';
import { readForm } from './owner-area/read-form.ts';
import { publishedReleases } from './releases/published-releases.ts';
import { ReleaseCopy } from './releases/release-copy.ts';
import { serveReleaseFiles } from './releases/release-files.ts';
import { Metrics } from './ops/metrics.ts';
import { LOGGER } from './http/logger.ts';
import { beforeExpress } from './http/before-express.ts';
import { closeAfterUnreadBody, checkUrl, except, parseJsonBody, refuseOtherSites, requireJson } from './http/request-guards.ts';
import { ServerLoad } from './http/server-load.ts';
import { shedLoad } from './http/shed-load.ts';
import { SiteHttpAdapter } from './http/site-http-adapter.ts';
import { ReadyPages } from './site/ready-pages.ts';
import { readReports } from './telemetry/browser-reports/read-reports.ts';

/** Headers for data responses. Pages and release files are not under these paths and have their own. */
const DATA_PATH = /^\/(?:api|healthz|readyz|metrics)(?:\/|$)/i;
/** An uploaded picture takes megabytes; a separate process reads it. */
const PICTURES = 'POST /kaleidoscope-submissions';
/** Changes to releases: the body is read only after its signature has been verified. Files are uploaded as they are, not as JSON. */
const RELEASES = /^(?:POST|PUT) \/releases\//;
/** A run with its inputs. */
const DAILY_ENTRY = 'POST /daily-challenge/entries';
const MAX_DAILY_ENTRY_BYTES = 18 * 1024;
/** Reports as browsers write them. Each repeats the page's whole policy. */
const BROWSER_REPORTS = 'POST /browser-reports';
const MAX_BROWSER_REPORT_BYTES = 64 * 1024;
const MAX_JSON_BYTES = 4 * 1024;
/** A decision on 200 pictures. */
const MAX_FORM_BYTES = 16 * 1024;
const SECONDS_IN_TWO_YEARS = 63_072_000;

const parseSmallBody = parseJsonBody(MAX_JSON_BYTES);
const parseDailyEntry = parseJsonBody(MAX_DAILY_ENTRY_BYTES);
const parseReports = readReports(MAX_BROWSER_REPORT_BYTES);
/** For routes whose bodies are larger than, or something other than, a small JSON object. */
const PARSERS: ReadonlyMap<string, RequestHandler> = new Map([
  [DAILY_ENTRY, parseDailyEntry],
  [BROWSER_REPORTS, parseReports],
]);

/** Method and path below /api. */
const nameOf = ({ method, path }: Request): string => `${method} ${path}`;
const isReleaseChange = (request: Request): boolean => RELEASES.test(nameOf(request));

function dataHeaders(config: Config) {
  return helmet({
    contentSecurityPolicy: { useDefaults: false, directives: { 'default-src': ["'none'"], 'frame-ancestors': ["'none'"] } },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    frameguard: { action: 'deny' },
    referrerPolicy: { policy: 'no-referrer' },
    strictTransportSecurity: config.isSecure && {
      maxAge: SECONDS_IN_TWO_YEARS,
      includeSubDomains: true,
    },
  });
}

/** Everything between the socket and the controllers. Call it before `init`, in the server and in tests alike. */
export function configureApp(app: NestExpressApplication, config: Config): void {
  app.disable('x-powered-by');
  app.set('query parser', 'simple');
  app.set('trust proxy', config.trustProxy.length > 0 ? config.trustProxy : false);

  const adapter = app.getHttpAdapter();
  if (!(adapter instanceof SiteHttpAdapter)) throw new Error('the application was not created with the adapter of this site');
  adapter.useFirst(beforeExpress({ logger: app.get<Logger>(LOGGER), metrics: app.get(Metrics), pages: app.get(ReadyPages) }));

  app.use(closeAfterUnreadBody, checkUrl);
  // The owner's pages use forms. A browser would send the owner's token with forms from any site, and the session, which is
  // SameSite=Strict, with forms from other origins of the same site.
  app.use('/owner', refuseOtherSites(config), readForm(MAX_FORM_BYTES));
  const isPublished = publishedReleases(config.releasesDir, parseVerifyingKey(config.releaseSigningKey));
  const copy = app.get(ReleaseCopy);
  app.use(serveReleaseFiles(config.releasesDir, isPublished, () => copy.followNow()));
  // A separate router: otherwise every page's path would be matched against each of these.
  const data = Router();
  data.use(dataHeaders(config));
  data.use(API_DOCS_PATH, helmet.contentSecurityPolicy({ useDefaults: false, directives: API_DOCS_CSP }));
  data.use(
    '/api',
    shedLoad(app.get(ServerLoad), config.overloadDelayMs),
    compression(),
    refuseOtherSites(config),
    except((request) => isReleaseChange(request) || nameOf(request) === BROWSER_REPORTS, requireJson),
    except(
      (request) => isReleaseChange(request) || nameOf(request) === PICTURES,
      (request, response, next) => (PARSERS.get(nameOf(request)) ?? parseSmallBody)(request, response, next),
    ),
  );
  app.use((request: Request, response: Response, next: NextFunction) => {
    if (DATA_PATH.test(request.path)) data(request, response, next);
    else next();
  });
  setUpApiDocs(app, config);
}
