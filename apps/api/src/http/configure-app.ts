import type { NestExpressApplication } from '@nestjs/platform-express';
import { parseVerifyingKey } from '@site/releases';
import compression from 'compression';
import helmet from 'helmet';
import type { Logger } from 'pino';
import type { Config } from '../config/config.ts';
import { API_DOCS_CSP, API_DOCS_PATH, setUpApiDocs } from '../ops/api-docs.ts';
import { publishedReleases } from '../releases/published-releases.ts';
import { serveReleaseFiles } from '../releases/release-files.ts';
import { Metrics } from '../ops/metrics.ts';
import { LOGGER } from './logger.ts';
import { ProblemFilter } from './problem.filter.ts';
import { closeAfterUnreadBody, checkUrl, except, parseJsonBody, refuseOtherSites, requireJson } from './request-guards.ts';
import { nameRequest } from './request-id.ts';
import { logRequests } from './request-log.ts';
import { ServerLoad } from './server-load.ts';
import { shedLoad } from './shed-load.ts';

/** Headers of answers that are data. Pages and release files are not under these paths and carry their own. */
const DATA_PATHS = ['/api', '/healthz', '/readyz', '/metrics'];
/** Pictures are megabytes, and are read in a thread. */
const PICTURES = 'POST /kaleidoscope-submissions';
/** Releases: a body is read once its signature is known to be good; files are sent as they are. */
const RELEASES = '/releases/';
const MAX_JSON_BYTES = 4 * 1024;
const SECONDS_IN_TWO_YEARS = 63_072_000;

function dataHeaders(config: Config) {
  return helmet({
    contentSecurityPolicy: { useDefaults: false, directives: { 'default-src': ["'none'"], 'frame-ancestors': ["'none'"] } },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    frameguard: { action: 'deny' },
    referrerPolicy: { policy: 'no-referrer' },
    strictTransportSecurity: config.publicOrigin.startsWith('https:') && {
      maxAge: SECONDS_IN_TWO_YEARS,
      includeSubDomains: true,
    },
  });
}

/** Everything between the socket and the controllers. Call it before `init`, in the server and in tests alike. */
export function configureApp(app: NestExpressApplication, config: Config): void {
  const logger = app.get<Logger>(LOGGER);
  app.disable('x-powered-by');
  app.set('query parser', 'simple');
  app.set('trust proxy', config.trustProxy.length > 0 ? config.trustProxy : false);

  app.use(nameRequest, logRequests(logger), app.get(Metrics).count(), closeAfterUnreadBody, checkUrl);
  const isPublished = publishedReleases(config.releasesDir, parseVerifyingKey(config.releaseSigningKey));
  app.use(serveReleaseFiles(config.releasesDir, isPublished));
  app.use(DATA_PATHS, dataHeaders(config));
  app.use(API_DOCS_PATH, helmet.contentSecurityPolicy({ useDefaults: false, directives: API_DOCS_CSP }));
  app.use(
    '/api',
    shedLoad(app.get(ServerLoad), config.overloadDelayMs),
    compression(),
    refuseOtherSites(config),
    except((request) => request.path.startsWith(RELEASES), requireJson),
    except(
      (request) => request.path.startsWith(RELEASES) || `${request.method} ${request.path}` === PICTURES,
      parseJsonBody(MAX_JSON_BYTES),
    ),
  );
  setUpApiDocs(app);

  app.useGlobalFilters(new ProblemFilter(logger));
}
