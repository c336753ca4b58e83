/** A simple selector, reduced to what it implies about the elements it matches. */
type Part =
  | { readonly kind: 'class' }
  /** `&`: what the parent rule matches. */
  | { readonly kind: 'nesting' }
  /** Matches what any of its arguments matches, such as `:is(…)`. */
  | { readonly kind: 'any'; readonly of: readonly Selector[] }
  /** Type, ID, attribute, state, pseudo-element: implies nothing about the element's owner. */
  | { readonly kind: 'other' };

interface Step {
  /** The combinator before it; '' for the first step unless the selector begins with a combinator. */
  readonly combinator: '' | ' ' | '>' | '+' | '~';
  readonly parts: readonly Part[];
}

/** One selector of a list: its last step is what it matches. */
export interface Selector {
  readonly text: string;
  readonly steps: readonly Step[];
}

const NAME = /(?:--|-?(?:[a-z_\u0080-\u{10ffff}]|\\[^\n]))(?:[\w\u0080-\u{10ffff}-]|\\[^\n])*/iuy;
const ID = /#(?:[\w\u0080-\u{10ffff}-]|\\[^\n])+/uy;
const SPACE = /(?:\s|\/\*[^]*?\*\/)*/y;
const TEXT = /"(?:[^"\\\n]|\\[^])*"|'(?:[^'\\\n]|\\[^])*'/y;
const NAMESPACE = /\|(?!\|)/y;
/** Pseudo-classes that match what any of their arguments matches. Not `:not` and `:has`, whose arguments are not what is matched. */
const ANY_OF = new Set(['is', 'where', 'matches', '-webkit-any', '-moz-any']);
/** Classes of `libs/ui/src/kit.css`, which elements of the shell and of every page have. */
const OF_THE_SHELL = new Set([
  ...['stack', 'row', 'line', 'start', 'between', 'columns', 'beside', 'cover', 'window', 'tall', 'padded', 'bare-list'],
  ...['gap-0', 'gap-1', 'gap-2', 'gap-2-3', 'gap-4', 'gap-5', 'screen-only'],
  ...['heading-l', 'heading-xl', 'heading-2xl', 'kicker', 'soft', 'note', 'small', 'beneath', 'strong', 'good', 'bad', 'warn'],
  ...['badge', 'link', 'touch', 'digits', 'nowrap', 'anywhere', 'balanced', 'centered', 'night', 'visually-hidden'],
]);
const NTH_OF = /^nth-(?:last-)?child$/;
/** The text of a nested selector list is read once for each level around it. Sources rarely have two levels. */
const MAX_DEPTH = 10;
const CLOSING: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' };

/** Parses the selector list of a rule. */
class SelectorReader {
  private at = 0;

  /** @param depth of the list, in other selectors */
  constructor(
    private readonly text: string,
    private readonly depth: number,
  ) {}

  /** @throws Error if it is not a selector */
  list(): Selector[] {
    if (this.depth > MAX_DEPTH) throw new Error(`selectors are nested more than ${MAX_DEPTH} deep`);
    const found = [this.selector()];
    while (this.text[this.at] === ',') {
      this.at += 1;
      found.push(this.selector());
    }
    if (this.at < this.text.length) this.fail();
    return found;
  }

  private selector(): Selector {
    this.take(SPACE);
    const from = this.at;
    const steps: Step[] = [];
    let combinator = this.combinator();
    do {
      steps.push({ combinator, parts: this.compound() });
      combinator = this.combinator();
    } while (combinator !== '');
    return { text: this.text.slice(from, this.at).trim(), steps };
  }

  /** '' at the end of a selector. */
  private combinator(): Step['combinator'] {
    const hasSpace = this.take(SPACE) !== '';
    const char = this.text[this.at];
    if (char === '>' || char === '+' || char === '~') {
      this.at += 1;
      this.take(SPACE);
      return char;
    }
    return hasSpace && char !== undefined && char !== ',' ? ' ' : '';
  }

  private compound(): Part[] {
    const parts: Part[] = [];
    for (let part = this.part(); part !== null; part = this.part()) parts.push(part);
    if (parts.length === 0) this.fail();
    return parts;
  }

  private part(): Part | null {
    const char = this.text[this.at];
    if (char === '.') {
      this.at += 1;
      return OF_THE_SHELL.has(this.name()) ? { kind: 'other' } : { kind: 'class' };
    }
    if (char === '&') {
      this.at += 1;
      return { kind: 'nesting' };
    }
    if (char === ':') return this.pseudo();
    if (char === '[') this.block();
    else if (char === '#') {
      if (this.take(ID) === '') this.fail();
    } else if (char === '*') this.at += 1;
    else if (this.take(NAMESPACE) === '' && this.take(NAME) === '') return null;
    return { kind: 'other' };
  }

  private pseudo(): Part {
    this.at += 1;
    const isElement = this.text[this.at] === ':';
    if (isElement) this.at += 1;
    const name = this.name().toLowerCase();
    if (this.text[this.at] !== '(') return { kind: 'other' };
    const inner = this.block();
    if (isElement) return { kind: 'other' };
    if (ANY_OF.has(name)) return { kind: 'any', of: readSelectors(inner, this.depth + 1) };
    const of = NTH_OF.test(name) ? /\sof\s([^]+)$/i.exec(inner)?.[1] : undefined;
    return of === undefined ? { kind: 'other' } : { kind: 'any', of: readSelectors(of, this.depth + 1) };
  }

  /** Skips brackets and returns their content. */
  private block(): string {
    const from = this.at + 1;
    const open: string[] = [];
    do {
      const char = this.text[this.at];
      if (char === undefined) this.fail();
      if (char === '\\') this.at += 2;
      else if (this.take(TEXT) === '' && !(char === '/' && this.take(SPACE) !== '')) {
        const closing = CLOSING[char];
        if (closing !== undefined) open.push(closing);
        else if (char === open.at(-1)) open.pop();
        this.at += 1;
      }
    } while (open.length > 0);
    return this.text.slice(from, this.at - 1);
  }

  private name(): string {
    return this.take(NAME) || this.fail();
  }

  private take(pattern: RegExp): string {
    pattern.lastIndex = this.at;
    const [found = ''] = pattern.exec(this.text) ?? [];
    this.at += found.length;
    return found;
  }

  private fail(): never {
    throw new Error(`"${this.text}" is not a valid selector (error at character ${this.at + 1})`);
  }
}

/** @throws Error if it is not a selector list */
export function readSelectors(text: string, depth = 0): Selector[] {
  return new SelectorReader(text.trim(), depth).list();
}

/** What is certain about every element that a selector matches. */
export interface Guarantee {
  readonly hasClass: boolean;
  /** It is inside an element that has a class. */
  readonly isInside: boolean;
}

const NOTHING: Guarantee = { hasClass: false, isInside: false };

function guaranteeOfPart(part: Part, parent: Guarantee): Guarantee {
  if (part.kind === 'class') return { hasClass: true, isInside: false };
  if (part.kind === 'nesting') return parent;
  if (part.kind === 'other') return NOTHING;
  const all = part.of.map((selector) => guaranteeOf(selector, parent, false));
  return { hasClass: all.every(({ hasClass }) => hasClass), isInside: all.every(({ isInside }) => isInside) };
}

/**
 * What is certain about everything that a selector matches.
 * @param parent the same for the parent rule, to which `&` refers; undefined: there is none
 * @param isNested whether a selector without `&` is relative to the parent, as in a rule but not in `:is(…)`
 */
export function guaranteeOf({ text, steps }: Selector, parent = NOTHING, isNested = false): Guarantee {
  let before = isNested && !text.includes('&') ? parent : NOTHING;
  for (const [index, { combinator, parts }] of steps.entries()) {
    // A rule that begins with a combinator is relative to its parent, even if `&` follows later.
    const from = index === 0 && combinator !== '' && isNested ? parent : before;
    const own = parts.map((part) => guaranteeOfPart(part, parent));
    // Siblings of an element with a class may belong to any page; siblings of an element inside it are inside it too.
    const isSibling = combinator === '+' || combinator === '~';
    before = {
      hasClass: own.some(({ hasClass }) => hasClass),
      isInside: own.some(({ isInside }) => isInside) || from.isInside || (from.hasClass && !isSibling),
    };
  }
  return before;
}
