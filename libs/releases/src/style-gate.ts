import { parse, type Root } from 'postcss';

/** Cuts the texts in quotes and the arguments of functions out of a selector, so that only its own classes are left. */
const bare = (selector: string): string => selector.replaceAll(/"[^"]*"|'[^']*'/g, '').replaceAll(/:(?:not|has)\([^()]*\)/g, '');

/**
 * Reasons why a style sheet of a remote may not go live: it must touch nothing but what wears a class of its own, because the sheet of
 * a page stays beside those of the shell and of other pages.
 * @param path inside the release folder
 */
export function refusalsOfStyle(path: string, source: string): string[] {
  const found = new Set<string>();
  const refuse = (reason: string): void => void found.add(`${path} ${reason}`);
  let root: Root;
  try {
    root = parse(source);
  } catch (cause) {
    return [`${path} cannot be read as a style sheet: ${(cause as Error).message}`];
  }
  root.walkRules((rule) => {
    // The steps of an animation are no selectors.
    if (rule.parent?.type === 'atrule' && 'name' in rule.parent && /keyframes$/.test(String(rule.parent.name))) return;
    // A nested rule belongs to the one around it.
    if (rule.parent?.type === 'rule') return;
    for (const selector of rule.selectors)
      if (!/\.[\w\\-]/.test(bare(selector)))
        refuse(`styles "${selector}", which other pages have too; give it a class of a CSS module`);
  });
  root.walkAtRules((atRule) => {
    if (atRule.name === 'import') refuse('imports another style sheet; import it in the module instead');
    if (atRule.name === 'property') refuse(`registers ${atRule.params} for the whole site; tokens belong to libs/ui`);
  });
  root.walkDecls((declaration) => {
    if (/url\(\s*['"]?(?:https?:)?\/\//.test(declaration.value)) refuse('loads a file from another origin; import the file');
  });
  return [...found];
}
