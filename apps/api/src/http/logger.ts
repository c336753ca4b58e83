import type { LoggerService } from '@nestjs/common';
import { pino, type DestinationStream, type Logger, type LoggerOptions } from 'pino';
import type { LogLevel } from '../config/config.ts';

/** Injection token of the one logger. */
export const LOGGER = Symbol('logger');

/** About sixteen lines are written together: each write is a system call. */
const BUFFER_BYTES = 4_096;
const FLUSH_EVERY_MS = 250;
/** Pino's number for this level. */
const WARN = 40;

let timeMs = 0;
let timeText = '';

/** The time as a field of the line. Several lines share a millisecond, and formatting the date is a third of a line's cost. */
function timeField(): string {
  const now = Date.now();
  if (now !== timeMs) {
    timeMs = now;
    timeText = `,"time":"${new Date(now).toISOString()}"`;
  }
  return timeText;
}

/** One JSON object per line. Callers pass the fields they want; no serializer inspects requests. */
function createLoggerTo(level: LogLevel, destination: DestinationStream, afterWarning: () => void): Logger {
  const options: LoggerOptions = {
    level,
    base: null,
    timestamp: timeField,
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

interface BufferedOutput {
  readonly stream: DestinationStream;
  readonly flush: () => void;
}

let standardOutput: BufferedOutput | undefined;

/**
 * The process's one standard output, written a few lines at a time. A killed process may lose the last quarter of a second of its lines;
 * warnings and errors are written immediately, together with the lines before them.
 */
function openStandardOutput(): BufferedOutput {
  const stream = pino.destination({ minLength: BUFFER_BYTES, periodicFlush: FLUSH_EVERY_MS, sync: true });
  process.once('exit', () => stream.flushSync());
  // Not `flushSync`, which makes visitors wait until the lines are on disk: once the operating system has them, they survive the process.
  return { stream, flush: () => stream.flush() };
}

function createBufferedLogger(level: LogLevel): Logger {
  standardOutput ??= openStandardOutput();
  return createLoggerTo(level, standardOutput.stream, standardOutput.flush);
}

/** @param destination where the lines go instead of standard output, each immediately */
export const createLogger = (level: LogLevel, destination?: DestinationStream): Logger =>
  destination ? createLoggerTo(level, destination, () => undefined) : createBufferedLogger(level);

/** The framework's own messages: warnings and errors are logged as such, the rest only at debug or trace level. */
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
