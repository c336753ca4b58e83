import type { Type } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { AppModule } from '../app.module.ts';
import { loadConfig } from '../config/config.ts';
import { configureApp } from '../configure-app.ts';
import { databaseOptions } from '../database/open-database.ts';
import { PictureProcessPool, PROCESS_OPTIONS } from '../gallery/picture-process-pool.ts';
import { createLogger, frameworkLogger } from '../http/logger.ts';
import { ServerLoad } from '../http/server-load.ts';
import { listen } from '../http/server-life.ts';
import { SiteHttpAdapter } from '../http/site-http-adapter.ts';
import { anEnvironment } from './a-config.ts';
import { aStorage, makeTables } from './a-database.ts';
import { aReleaseFolder } from './a-release-folder.ts';
import { FOREVER_MS } from './forever.ts';
import { closeAtEnd } from './left-open.ts';

export interface TestApi {
  readonly url: string;
  /** Log lines so far, parsed. */
  readonly log: Record<string, unknown>[];
  readonly logText: () => string;
  /** A provider of the application. */
  readonly get: <T>(token: Type<T> | symbol) => T;
  /** Folder with the server's data and releases. */
  readonly folder: string;
  readonly close: () => Promise<void>;
}

/** Starting its processes takes most of a short gallery test: the servers of a test file share one pool, and none of them ends it. */
class SharedProcessPool extends PictureProcessPool {
  readonly end = closeAtEnd(() => super.onModuleDestroy());

  override onModuleDestroy(): Promise<void> {
    return Promise.resolve();
  }
}
const processPool: Replacement = {
  provide: PictureProcessPool,
  value: new SharedProcessPool({ ...PROCESS_OPTIONS, startMs: FOREVER_MS, answerMs: FOREVER_MS }),
};

interface Replacement {
  readonly provide: Parameters<ReturnType<typeof Test.createTestingModule>['overrideProvider']>[0];
  readonly value: object;
}

/** The real application on a free port with a fresh database, some providers replaced. */
export async function anApi(
  variables: Readonly<Record<string, string>> = {},
  replacements: readonly Replacement[] = [],
): Promise<TestApi> {
  const storage = await aStorage();
  const config = loadConfig(anEnvironment(storage.folder, { ...storage.variables, ...variables }));
  await aReleaseFolder(config.releasesDir, config.releaseSigningKey);
  await makeTables(databaseOptions(config));
  const lines: string[] = [];
  const write = (line: string): void => {
    lines.push(line);
    // Otherwise a test that fails with status 500 would not say why.
    if (line.includes('"event":"bug"')) process.stderr.write(line);
  };
  const logger = createLogger(config.logLevel, { write });
  const builder = Test.createTestingModule({ imports: [AppModule.forConfig(config, logger)] }).setLogger(frameworkLogger(logger));
  for (const { provide, value } of [processPool, ...replacements]) builder.overrideProvider(provide).useValue(value);
  const app = (await builder.compile()).createNestApplication<NestExpressApplication>(new SiteHttpAdapter(), {
    bodyParser: false,
  });
  configureApp(app, config);
  await app.init();
  // A machine that runs many tests is slow anyway; tests of load shedding set their own limits.
  app.get(ServerLoad).onModuleDestroy();
  return {
    url: await listen(app.getHttpServer(), 0, '127.0.0.1'),
    get log() {
      return lines.map((line): Record<string, unknown> => JSON.parse(line));
    },
    logText: () => lines.join(''),
    get: (token) => app.get(token),
    folder: storage.folder,
    close: closeAtEnd(async () => {
      app.getHttpServer().closeAllConnections();
      await app.close();
      await storage.remove();
    }),
  };
}
