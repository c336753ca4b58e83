import { parse, type AtRule, type Container, type Document, type Root, type Rule } from 'postcss';
import { guaranteeOf, readSelectors, type Guarantee, type Selector } from './selector.ts';

/** Reading a style sheet takes up to 350 times as much memory as its text. This site's style sheets are at most 8 kB. */
const MAX_LENGTH = 500_000;
const MAX_NESTING = 20;
const MAX_SELECTOR_LENGTH = 10_000;
/** A `@scope` whose parameters are longer than this is refused. */
const MAX_PARAMETERS_LENGTH = 1_000;

const isOwn = ({ hasClass, isInside }: Guarantee): boolean => hasClass || isInside;
const nameOf = ({ name }: AtRule): string => name.toLowerCase();

/** At-rules that change the whole document, whatever they contain. */
const FOR_ALL: Readonly<Record<string, string>> = {
  page: 'sets the print layout of every page of the site, which belongs to the shell',
  'view-transition': 'changes the transitions between all pages of the site',
};

/** The nearest rule, animation or scope around a node, ignoring conditions such as `@media`. */
function around(node: Rule | AtRule): Rule | AtRule | undefined {
  let parent: Container | Document | undefined = node.parent;
  while (parent?.type === 'rule' || parent?.type === 'atrule') {
    const found = parent as Rule | AtRule;
    if (found.type === 'rule' || nameOf(found) === 'scope' || /keyframes$/.test(nameOf(found))) return found;
    parent = found.parent;
  }
  return undefined;
}

/** Checks which elements the rules of a style sheet match. */
class StyleJudge {
  readonly found = new Set<string>();
  /** What is certain about the elements that each rule matches, without duplicates and without the refused selectors. */
  private readonly guarantees = new Map<Rule | AtRule, readonly Guarantee[]>();
  private readonly depths = new Map<Container | Document | undefined, number>();

  constructor(private readonly path: string) {}

  refuse(reason: string): void {
    this.found.add(`${this.path} ${reason}`);
  }

  /** Must be called for a node after it was called for those around it. */
  isTooDeep(node: Rule | AtRule): boolean {
    const depth = (this.depths.get(node.parent) ?? 0) + 1;
    this.depths.set(node, depth);
    return depth > MAX_NESTING;
  }

  rule(rule: Rule): void {
    const outer = around(rule);
    // The steps of an animation are not selectors, and a scope matches nothing outside itself.
    if (outer?.type === 'atrule') return;
    this.judge(rule, rule.selector, outer);
  }

  /** `@scope (start) to (end)`: its matches are inside the start, which must belong to the remote. */
  scope(atRule: AtRule): void {
    if (atRule.params.length > MAX_PARAMETERS_LENGTH)
      return this.refuse(`has a @scope of more than ${MAX_PARAMETERS_LENGTH} characters`);
    const start = /^\(([^]*?)\)(?:\s*to\s*\([^]*\))?$/.exec(atRule.params.trim())?.[1];
    if (start === undefined) this.refuse('opens a @scope that does not begin at a class of a CSS module');
    else this.judge(atRule, start, around(atRule));
  }

  private judge(node: Rule | AtRule, text: string, outer: Rule | AtRule | undefined): void {
    if (text.length > MAX_SELECTOR_LENGTH)
      return this.refuse(`has a selector of ${text.length} characters; at most ${MAX_SELECTOR_LENGTH} are checked`);
    let selectors: readonly Selector[];
    try {
      selectors = readSelectors(text);
    } catch (cause) {
      this.refuse(`has a selector that cannot be read: ${(cause as Error).message}`);
      return;
    }
    const parents = outer === undefined ? [undefined] : (this.guarantees.get(outer) ?? []);
    const own: Guarantee[] = [];
    for (const selector of selectors)
      for (const parent of parents) {
        const guarantee = guaranteeOf(selector, parent, parent !== undefined);
        const isKnown = own.some(({ hasClass, isInside }) => hasClass === guarantee.hasClass && isInside === guarantee.isInside);
        if (isKnown) continue;
        if (isOwn(guarantee)) own.push(guarantee);
        else this.refuse(`styles "${selector.text}", which other pages have too; give it a class of a CSS module`);
      }
    this.guarantees.set(node, own);
  }
}

/**
 * Reasons why a style sheet of a remote may not go live: it may style only elements with a class of its own, because the sheet stays
 * loaded together with those of the shell and of other pages.
 * @param path inside the release folder
 */
export function refusalsOfStyle(path: string, source: string): string[] {
  if (source.length > MAX_LENGTH) return [`${path} has ${source.length} characters; a style sheet may have ${MAX_LENGTH}`];
  const judge = new StyleJudge(path);
  let root: Root;
  try {
    root = parse(source);
  } catch (cause) {
    return [`${path} cannot be read as a style sheet: ${(cause as Error).message}`];
  }
  // In source order, so that a rule is checked before those nested in it.
  root.walk((node) => {
    if ((node.type === 'rule' || node.type === 'atrule') && judge.isTooDeep(node)) {
      judge.refuse(`nests rules more than ${MAX_NESTING} deep`);
      return false;
    }
    if (node.type === 'rule') judge.rule(node);
    if (node.type === 'atrule') {
      const name = nameOf(node);
      const forAll = FOR_ALL[name];
      if (name === 'scope') judge.scope(node);
      if (name === 'import') judge.refuse('imports another style sheet; import it in the module instead');
      if (name === 'property') judge.refuse(`registers ${node.params} for the whole site; tokens belong to libs/ui`);
      if (forAll !== undefined) judge.refuse(forAll);
    }
    if (node.type === 'decl' && /url\(\s*['"]?(?:https?:)?\/\//i.test(node.value))
      judge.refuse('loads a file from another origin; import the file');
    return undefined;
  });
  return [...judge.found];
}
