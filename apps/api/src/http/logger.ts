import type { LoggerService } from '@nestjs/common';
import { pino, stdTimeFunctions, type DestinationStream, type Logger, type LoggerOptions } from 'pino';
import type { LogLevel } from '../config/config.ts';

/** Injection token of the one logger. */
export const LOGGER = Symbol('logger');

/** Some sixteen lines of requests are written together: each write is a system call. */
const BUFFER_BYTES = 4_096;
const FLUSH_EVERY_MS = 250;
/** Pino's number for it. */
const WARN = 40;

/** One JSON object per line. Callers pass the fields they mean; no serializer reaches into requests. */
function createLoggerTo(level: LogLevel, destination: DestinationStream, afterWarning: () => void): Logger {
  const options: LoggerOptions = {
    level,
    base: null,
    timestamp: stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    hooks: {
      logMethod(args, method, severity) {
        method.apply(this, args);
        if (severity >= WARN) afterWarning();
      },
    },
  };
  return pino(options, destination);
}

/**
 * Logs to standard output, a few lines at a time. Warnings and errors are written at once, together with what came before them; a process
 * that is killed may lose the last quarter of a second of its other lines.
 */
function createBufferedLogger(level: LogLevel): Logger {
  const output = pino.destination({ minLength: BUFFER_BYTES, sync: true });
  const flush = (): void => output.flushSync();
  setInterval(flush, FLUSH_EVERY_MS).unref();
  process.once('exit', flush);
  return createLoggerTo(level, output, flush);
}

/** @param destination where the lines go instead of standard output, each at once */
export const createLogger = (level: LogLevel, destination?: DestinationStream): Logger =>
  destination ? createLoggerTo(level, destination, () => undefined) : createBufferedLogger(level);

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
