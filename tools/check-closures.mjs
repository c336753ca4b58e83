// Limits how many mutable variables of one front-end function or module the functions inside it may close over. A
// function with more is a state machine in disguise: write it as a union of states, and a pure function from state and event to state.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import ts from 'typescript';

const MAX_MUTABLES = 8;

const files = execFileSync(
  'git',
  ['ls-files', '--cached', '--others', '--exclude-standard', '--', 'apps/*.ts', 'apps/*.tsx', 'libs/*.ts', 'libs/*.tsx'],
  {
    encoding: 'utf8',
  },
)
  .trim()
  .split('\n')
  .filter((file) => /^(apps\/(?!api\/)|libs\/(host|ui|router|query|stage|sim)\/)/.test(file) && !/\.test\.tsx?$/.test(file));

const isScope = (node) => ts.isFunctionLike(node) || ts.isSourceFile(node);

function nameOf(scope) {
  if (ts.isSourceFile(scope)) return '(module)';
  if (scope.name) return scope.name.getText();
  const { parent } = scope;
  return (ts.isVariableDeclaration(parent) || ts.isPropertyAssignment(parent)) && parent.name
    ? parent.name.getText()
    : '(anonymous)';
}

/** Each `let` of a scope that a function inside it uses, by scope. */
function capturesOf(source) {
  const captures = new Map();
  /** @param names innermost first: which scope declares a name, and whether it is mutable */
  function visit(node, scope, names) {
    let [innerScope, innerNames] = [scope, names];
    if (isScope(node)) innerScope = node;
    if (isScope(node) || ts.isBlock(node) || ts.isForStatement(node) || ts.isForOfStatement(node) || ts.isCaseBlock(node)) {
      innerNames = { own: new Map(), outer: names };
      collect(node, innerScope, innerNames.own);
    }
    if (ts.isIdentifier(node) && isUse(node)) {
      const found = lookUp(node.text, names);
      if (found?.isMutable && found.scope !== scope) {
        const captured = captures.get(found.scope) ?? new Set();
        captures.set(found.scope, captured.add(found.declaration));
      }
    }
    ts.forEachChild(node, (child) => visit(child, innerScope, innerNames));
  }
  visit(source, source, undefined);
  return captures;
}

function lookUp(name, names) {
  for (let level = names; level; level = level.outer) if (level.own.has(name)) return level.own.get(name);
  return undefined;
}

/** False if the name is a property or a declaration. */
function isUse(node) {
  const { parent } = node;
  if (ts.isPropertyAccessExpression(parent)) return parent.expression === node;
  return !((ts.isPropertyAssignment(parent) || ts.isVariableDeclaration(parent)) && parent.name === node);
}

/** The names that a block or a function declares itself. */
function collect(block, scope, own) {
  const declare = (name, isMutable, declaration) => {
    if (ts.isIdentifier(name)) own.set(name.text, { scope, isMutable, declaration });
    else for (const element of name.elements) if (element.name) declare(element.name, isMutable, element);
  };
  const list = (variables) => {
    const isMutable = (variables.flags & ts.NodeFlags.Const) === 0;
    for (const variable of variables.declarations) declare(variable.name, isMutable, variable);
  };
  for (const parameter of block.parameters ?? []) declare(parameter.name, false, parameter);
  if (block.initializer && ts.isVariableDeclarationList(block.initializer)) list(block.initializer);
  const statements = block.statements ?? block.clauses?.flatMap((clause) => [...clause.statements]) ?? [];
  for (const statement of statements) {
    if (ts.isVariableStatement(statement)) list(statement.declarationList);
    else if (ts.isFunctionDeclaration(statement) && statement.name) declare(statement.name, false, statement);
  }
}

const problems = [];
let measured = 0;
for (const file of files) {
  const text = readFileSync(file, 'utf8');
  // Parsing is the main cost of this check.
  if (!/\b(?:let|var)\b/.test(text)) continue;
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  for (const [scope, captured] of capturesOf(source)) {
    measured += captured.size;
    if (captured.size > MAX_MUTABLES) {
      const { line } = source.getLineAndCharacterOfPosition(scope.getStart(source));
      problems.push(
        `${file}:${line + 1} ${nameOf(scope)}: functions close over ${captured.size} of its mutable variables, more than ${MAX_MUTABLES}`,
      );
    }
  }
}
if (measured === 0) problems.push('no mutable variable was found: the check itself is broken');
for (const line of problems) console.error(line);
console.log(`${files.length} files, ${problems.length} functions with more than ${MAX_MUTABLES} shared mutable variables`);
process.exitCode = problems.length > 0 ? 1 : 0;
