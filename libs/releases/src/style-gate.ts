import { parse, type AtRule, type Container, type Document, type Root, type Rule } from 'postcss';
import { guaranteeOf, readSelectors, type Guarantee, type Selector } from './selector.ts';

const isOwn = ({ hasClass, isInside }: Guarantee): boolean => hasClass || isInside;
const nameOf = ({ name }: AtRule): string => name.toLowerCase();

/** At-rules that change the whole document, whatever they contain. */
const FOR_ALL: Readonly<Record<string, string>> = {
  page: 'sets the print layout of every page of the site, which belongs to the shell',
  'view-transition': 'changes the transitions between all pages of the site',
};

/** The nearest rule, animation or scope around a node, through conditions such as `@media`. */
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
  /** What is certain about the elements that each rule matches, without the refused selectors. */
  private readonly guarantees = new Map<Rule | AtRule, readonly Guarantee[]>();

  constructor(private readonly path: string) {}

  refuse(reason: string): void {
    this.found.add(`${this.path} ${reason}`);
  }

  rule(rule: Rule): void {
    const outer = around(rule);
    // The steps of an animation are not selectors, and a scope matches nothing outside itself.
    if (outer?.type === 'atrule') return;
    this.judge(rule, rule.selector, outer);
  }

  /** `@scope (start) to (end)`: its matches are inside the start, which must belong to the remote. */
  scope(atRule: AtRule): void {
    const start = /^\(([^]*?)\)(?:\s*to\s*\([^]*\))?$/.exec(atRule.params.trim())?.[1];
    if (start === undefined) this.refuse('opens a @scope that does not begin at a class of a CSS module');
    else this.judge(atRule, start, around(atRule));
  }

  private judge(node: Rule | AtRule, text: string, outer: Rule | AtRule | undefined): void {
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
  const judge = new StyleJudge(path);
  let root: Root;
  try {
    root = parse(source);
  } catch (cause) {
    return [`${path} cannot be read as a style sheet: ${(cause as Error).message}`];
  }
  // In source order, so that a rule is checked before those nested in it.
  root.walk((node) => {
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
  });
  return [...judge.found];
}
