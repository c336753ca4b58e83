/** Lines that are kept; a test that fails needs the last ones. */
const MAX_LINES = 100;

interface LogLine {
  readonly level: string;
  readonly status?: number;
}

let lines: string[] = [];

/** Keeps what explains a failure: warnings, errors, and requests that were refused. */
export const keptServerLog = {
  write(text: string): void {
    const { level, status = 200 } = JSON.parse(text) as LogLine;
    if (level === 'info' && status < 400) return;
    lines.push(text.trimEnd());
    if (lines.length > MAX_LINES) lines.shift();
  },
};

/** Returns what the servers of this worker have logged since the last call. */
export function takeServerLog(): readonly string[] {
  const taken = lines;
  lines = [];
  return taken;
}
