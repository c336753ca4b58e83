import type { NestExpressApplication } from '@nestjs/platform-express';
import { parseVerifyingKey } from '@site/releases';
import compression from 'compression';
import { Router, type NextFunction, type Request, type Response } from 'express';
import helmet from 'helmet';
import type { Logger } from 'pino';
import type { Config } from './config/config.ts';
import { API_DOCS_CSP, API_DOCS_PATH, setUpApiDocs } from './ops/api-docs.ts';
import { publishedReleases } from './releases/published-releases.ts';
import { serveReleaseFiles } from './releases/release-files.ts';
import { Metrics } from './ops/metrics.ts';
import { LOGGER } from './http/logger.ts';
import { closeAfterUnreadBody, checkUrl, except, parseJsonBody, refuseOtherSites, requireJson } from './http/request-guards.ts';
import { nameRequest } from './http/request-id.ts';
import { logRequests } from './http/request-log.ts';
import { ServerLoad } from './http/server-load.ts';
import { shedLoad } from './http/shed-load.ts';
import { ReadyPages } from './site/ready-pages.ts';

/** Headers of answers that are data. Pages and release files are not under these paths and carry their own. */
const DATA_PATH = /^\/(?:api|healthz|readyz|metrics)(?:\/|$)/i;
/** Uploaded pictures are megabytes, and a worker thread reads them. */
const PICTURES = 'POST /kaleidoscope-submissions';
/** Changes of releases: the body is read after its signature was found good. Uploaded files are sent as they are, not as JSON. */
const RELEASES = /^(?:POST|PUT) \/releases\//;
/** A run with its inputs. */
const DAILY_ENTRY = 'POST /daily-challenge/entries';
const MAX_DAILY_ENTRY_BYTES = 18 * 1024;
const MAX_JSON_BYTES = 4 * 1024;
const SECONDS_IN_TWO_YEARS = 63_072_000;

const parseSmallBody = parseJsonBody(MAX_JSON_BYTES);
const parseDailyEntry = parseJsonBody(MAX_DAILY_ENTRY_BYTES);

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
  const logger = app.get<Logger>(LOGGER);
  app.disable('x-powered-by');
  app.set('query parser', 'simple');
  app.set('trust proxy', config.trustProxy.length > 0 ? config.trustProxy : false);

  app.use(nameRequest, logRequests(logger), app.get(Metrics).count(), closeAfterUnreadBody, checkUrl);
  // The owner's pages change things by forms, and the browser sends the owner's token along with those of any site.
  app.use('/owner', refuseOtherSites(config));
  app.use(app.get(ReadyPages).send());
  const isPublished = publishedReleases(config.releasesDir, parseVerifyingKey(config.releaseSigningKey));
  app.use(serveReleaseFiles(config.releasesDir, isPublished));
  // A router of its own: a page would else be compared with each of these paths.
  const data = Router();
  data.use(dataHeaders(config));
  data.use(API_DOCS_PATH, helmet.contentSecurityPolicy({ useDefaults: false, directives: API_DOCS_CSP }));
  data.use(
    '/api',
    shedLoad(app.get(ServerLoad), config.overloadDelayMs),
    compression(),
    refuseOtherSites(config),
    except(isReleaseChange, requireJson),
    except(
      (request) => isReleaseChange(request) || nameOf(request) === PICTURES,
      (request, response, next) => (nameOf(request) === DAILY_ENTRY ? parseDailyEntry : parseSmallBody)(request, response, next),
    ),
  );
  app.use((request: Request, response: Response, next: NextFunction) => {
    if (DATA_PATH.test(request.path)) data(request, response, next);
    else next();
  });
  setUpApiDocs(app);
}
