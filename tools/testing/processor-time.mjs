// Processor time of a process and everything it started.
import { readdirSync, readFileSync } from 'node:fs';

/** Linux reports processor time in hundredths of a second, on every architecture. */
const TICKS_PER_SECOND = 100;

/** Parent, and seconds used by the process and by those of its ended children that it waited for; undefined once it is gone. */
function readProcess(pid) {
  let text;
  try {
    text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    // It ended between listing and reading.
    return undefined;
  }
  // The program's name, in parentheses, may contain spaces. After it come state, parent, ..., utime, stime, cutime, cstime.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
  return { parent: Number(fields[1]), seconds: ticks / TICKS_PER_SECOND };
}

function readProcesses() {
  let names;
  try {
    names = readdirSync('/proc');
  } catch {
    return undefined;
  }
  const entries = names.filter((name) => /^\d+$/.test(name)).map((name) => [Number(name), readProcess(name)]);
  return new Map(entries.filter(([, found]) => found));
}

function groupByParent(processes) {
  const groups = new Map();
  for (const [pid, { parent }] of processes) groups.set(parent, [...(groups.get(parent) ?? []), pid]);
  return groups;
}

/**
 * Seconds of processor time, user and system, that this process and its descendants have used so far. Descendants that have ended count if
 * their parent waited for them. Without /proc (macOS, Windows) it is this process alone.
 */
export function processorSeconds() {
  const processes = readProcesses();
  if (!processes?.has(process.pid)) {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1e6;
  }
  return withDescendants(processes).reduce((seconds, pid) => seconds + processes.get(pid).seconds, 0);
}

/** Ids of this process and everything it started; parents come before their children. */
function withDescendants(processes) {
  const children = groupByParent(processes);
  const found = [process.pid];
  for (const pid of found) found.push(...(children.get(pid) ?? []));
  return found;
}

/** Ids of the processes that this one started, and that those started. Empty without /proc. */
export function descendants() {
  const processes = readProcesses();
  return processes?.has(process.pid) ? withDescendants(processes).slice(1) : [];
}

/**
 * Seconds that all processors of the machine have worked, for whatever process, and seconds that the host of a virtual machine
 * gave to others instead (steal time); 0 without /proc.
 */
export function machineSeconds() {
  let text;
  try {
    text = readFileSync('/proc/stat', 'utf8');
  } catch {
    return { worked: 0, stolen: 0 };
  }
  // user, nice, system, idle, iowait, irq, softirq, steal
  const [user, nice, system, , , irq, softirq, steal] = text.split('\n')[0].trim().split(/\s+/).slice(1).map(Number);
  return { worked: (user + nice + system + irq + softirq) / TICKS_PER_SECOND, stolen: steal / TICKS_PER_SECOND };
}
