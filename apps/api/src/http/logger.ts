import type { LoggerService } from '@nestjs/common';
import { pino, stdTimeFunctions, type DestinationStream, type Logger } from 'pino';
import type { LogLevel } from '../config/config.ts';

/** Injection token of the one logger. */
export const LOGGER = Symbol('logger');

/** One JSON object per line. Callers pass the fields they mean; no serializer reaches into requests. */
export function createLogger(level: LogLevel, destination?: DestinationStream): Logger {
  const options = {
    level,
    base: null,
    timestamp: stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
  };
  return destination ? pino(options, destination) : pino(options);
}

/** What the framework says about itself: its chatter is for debugging, its warnings are kept. */
export function frameworkLogger(logger: Logger): LoggerService {
  const text = (message: unknown): string => (message instanceof Error ? message.message : String(message));
  return {
    log: (message: unknown) => logger.debug({ event: 'framework', message: text(message) }),
    debug: (message: unknown) => logger.trace({ event: 'framework', message: text(message) }),
    verbose: (message: unknown) => logger.trace({ event: 'framework', message: text(message) }),
    warn: (message: unknown) => logger.warn({ event: 'framework', message: text(message) }),
    error: (message: unknown) => logger.error({ event: 'framework', message: text(message) }),
    fatal: (message: unknown) => logger.fatal({ event: 'framework', message: text(message) }),
  };
}
