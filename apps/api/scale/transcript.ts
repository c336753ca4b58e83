/** A command in a document, and the output shown below it. */
export interface Step {
  /** Who types it: a team, the owner, or nobody in particular. */
  readonly who: 'team' | 'owner' | '';
  readonly command: string;
  readonly lines: readonly string[];
}

/**
 * The commands of a block; `# ` after two spaces starts a comment.
 * @param block lines; those with a prompt are commands, or all if none has a prompt
 */
export function stepsIn(block: string): Step[] {
  const steps: { who: Step['who']; command: string; lines: string[] }[] = [];
  const hasPrompts = /^(?:team|owner)?\$ /m.test(block);
  for (const line of block.trim().split('\n')) {
    const [, who = '', typed = hasPrompts ? undefined : line] = /^(team|owner)?\$ (.*)$/.exec(line) ?? [];
    if (typed === undefined) steps.at(-1)?.lines.push(line);
    else steps.push({ who: who as Step['who'], command: typed.replace(/ {2,}# .*$/, ''), lines: [] });
  }
  return steps;
}

const RELEASE = /\d+\.\d+\.\d+-[0-9a-f]{12}/g;
/** What differs in each run: times, dates, numbers, beginnings of hashes, addresses, and omissions. */
const VARIABLE = /\d{4}-\d\d-\d\dT[\d:.]+Z|\d{4}-\d\d-\d\d|\b[0-9a-f]{12}\b|https?:\/\/[^\s,]+|…|\d+(?:[.,]\d+)*/g;

const literal = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`).replace(/ +/g, ' +');

function patternOf(line: string): string {
  let [pattern, end] = ['', 0];
  for (const { 0: text, index } of line.matchAll(VARIABLE)) {
    pattern += `${literal(line.slice(end, index))}${text.startsWith('http') ? '.+?' : '\\S+?'}`;
    end = index + text.length;
  }
  // A build of sources that are not committed says so.
  return (pattern + literal(line.slice(end))).replace(/commit \+\\S\+\?/, '$&(?: with changes)?');
}

/** The releases that a document names, and those that take their place in a test. */
export class Releases {
  private readonly actual = new Map<string, string>();

  set(documented: string, actual: string): void {
    this.actual.set(documented, actual);
  }

  get(documented: string): string {
    return this.actual.get(documented) ?? '';
  }

  /** The command with the releases of the test. */
  inCommand(command: string): string {
    return command.replace(RELEASE, (documented) => this.actual.get(documented) ?? documented);
  }

  /** Learns the releases in the line of the output that matches the documented one. @throws Error if no line matches */
  learnFrom(documented: string, output: string): void {
    const learned: string[] = [];
    const parts = documented.split(RELEASE).map(patternOf);
    const names = documented.match(RELEASE) ?? [];
    const pattern = parts.reduce((before, part, at) => {
      const name = names[at - 1] ?? '';
      const known = this.actual.get(name);
      if (known !== undefined) return `${before}${literal(known)}${part}`;
      if (learned.includes(name)) return `${before}\\${learned.indexOf(name) + 1}${part}`;
      learned.push(name);
      return `${before}(${RELEASE.source})${part}`;
    });
    const found = new RegExp(`^ *${pattern}$`, 'm').exec(output);
    if (found === null) throw new Error(`the document shows the line\n${documented}\nwhich is not in\n${output}`);
    learned.forEach((name, at) => this.actual.set(name, found[at + 1] ?? ''));
  }
}
