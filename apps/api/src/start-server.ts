import 'reflect-metadata';
import type { Server } from 'node:http';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { DestinationStream } from 'pino';
import { AppModule } from './app.module.ts';
import { loadConfig, type Config } from './config/config.ts';
import { configureApp } from './configure-app.ts';
import { createLogger, frameworkLogger } from './http/logger.ts';
import { SiteHttpAdapter } from './http/site-http-adapter.ts';
import { closeServer, listen, listenOnIPv6Loopback, passedSocket } from './http/server-life.ts';
import { ServerHealth } from './ops/server-health.ts';

export interface RunningServer {
  /** The site's address for a browser on this machine. */
  readonly url: string;
  /** Stops accepting requests, lets those in flight finish, closes the database. Safe to call twice. */
  readonly close: () => Promise<void>;
}

export interface StartOptions {
  /** Where log lines go instead of standard output. */
  readonly logTo?: DestinationStream;
}

async function createApp(config: Config, logTo?: DestinationStream): Promise<NestExpressApplication> {
  const logger = createLogger(config.logLevel, logTo);
  const app = await NestFactory.create<NestExpressApplication>(AppModule.forConfig(config, logger), new SiteHttpAdapter(), {
    bodyParser: false,
    logger: frameworkLogger(logger),
    abortOnError: false,
  });
  try {
    configureApp(app, config);
    return await app.init();
  } catch (error) {
    await app.close();
    throw error;
  }
}

/** @throws Error whose message tells the operator what is wrong and what to do */
export async function startServer(
  env: Readonly<Record<string, string | undefined>>,
  options: StartOptions = {},
): Promise<RunningServer> {
  const config = loadConfig(env);
  const app = await createApp(config, options.logTo);
  const server: Server = app.getHttpServer();
  try {
    const fd = passedSocket(env);
    const url = await listen(server, config.port, config.host, fd);
    // If PORT is 0, the site's address is known only now.
    if (config.port === 0 && !env['PUBLIC_ORIGIN']) config.publicOrigin = url;
    const hasOneAddress = env['HOST'] || fd !== undefined;
    const closeIPv6 = hasOneAddress
      ? () => undefined
      : await listenOnIPv6Loopback(server, Number(new URL(url).port), config.port !== 0);
    let closing: Promise<void> | undefined;
    return {
      url,
      close: () => {
        // A load balancer that checks readiness over an open connection then sends visitors elsewhere.
        app.get(ServerHealth).startDraining();
        closeIPv6();
        return (closing ??= closeServer(server).then(() => app.close()));
      },
    };
  } catch (error) {
    await app.close();
    throw error;
  }
}
