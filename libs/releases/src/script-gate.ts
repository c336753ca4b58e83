import { posix } from 'node:path';
import { parse, type Node, type Program } from 'acorn';
import { simple } from 'acorn-walk';

/** What the script gate needs to know about the rest of the release. */
export interface ScriptContext {
  /** Every file of the release. */
  readonly files: ReadonlySet<string>;
  /** Paths under /api that the contract names. */
  readonly endpoints: readonly string[];
}

/** Libraries that only the shell provides, recognized by text that only they contain. */
const OWN_COPIES: readonly { readonly library: string; readonly property?: RegExp; readonly text?: string }[] = [
  { library: 'react', property: /^__CLIENT_INTERNALS_DO_NOT_USE/ },
  { library: 'react-dom', property: /^__DOM_INTERNALS_DO_NOT_USE/ },
  { library: '@site/router', text: 'may be used only in the context of a <Router>' },
  { library: '@site/query', text: 'No QueryClient set, use QueryClientProvider' },
];

/** Reading a script takes up to 150 times as much memory as its text. This site's scripts are at most 82 kB. */
const MAX_LENGTH = 2_000_000;

/** Setting these parses text as HTML, which Trusted Types refuse. */
const HTML_SINKS = new Set(['innerHTML', 'outerHTML', 'srcdoc']);
const HTML_CALLS = new Set(['insertAdjacentHTML', 'setHTMLUnsafe', 'createContextualFragment']);
const TIMERS = new Set(['setTimeout', 'setInterval']);
/** The names that development servers give themselves. */
const LOCAL = /^(?:https?|wss?):\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?=[:/]|$)/;

/** A node of any type, with that type's fields; acorn's walker names each visitor after the type. */
type Loose = Node & Readonly<Record<string, unknown>>;
const part = (node: unknown, name: string): Loose | undefined => {
  const value: unknown = typeof node === 'object' && node !== null ? Reflect.get(node, name) : undefined;
  // acorn's nodes have no index signature of their own; an object with a `type` is a node.
  return typeof value === 'object' && value !== null && 'type' in value ? (value as Loose) : undefined;
};
/** Acorn has a separate type for each kind of node; the readers here accept all of them and check a field before they read it. */
const loose = (node: Node): Loose => node as Loose;
const nameOf = (node: Loose | undefined): string | undefined => {
  const name = node?.['name'];
  return typeof name === 'string' ? name : undefined;
};
const textOf = (node: Loose | undefined): string | undefined => {
  const value = node?.['value'];
  if (node?.type === 'Literal' && typeof value === 'string') return value;
  if (node?.type !== 'TemplateLiteral') return undefined;
  const [first] = Array.isArray(node['quasis']) ? (node['quasis'] as { value: { cooked: string } }[]) : [];
  return first?.value.cooked;
};
/** Name of the property that a member expression accesses. */
const propertyOf = (node: Loose | undefined): string | undefined => {
  const property = part(node, 'property');
  return node?.['computed'] === true ? textOf(property) : nameOf(property);
};
const firstArgument = (node: Loose): Loose | undefined =>
  Array.isArray(node['arguments']) ? (node['arguments'][0] as Loose | undefined) : undefined;

/** Returns true if the module has a top-level await: its importers then wait too, and a cycle of such modules waits forever. */
function hasTopLevelAwait(program: Program): boolean {
  const visit = (value: unknown): boolean => {
    if (Array.isArray(value)) return value.some(visit);
    if (typeof value !== 'object' || value === null) return false;
    const type: unknown = Reflect.get(value, 'type');
    if (typeof type !== 'string' || /Function|StaticBlock|PropertyDefinition|MethodDefinition/.test(type)) return false;
    if (type === 'AwaitExpression' || (type === 'ForOfStatement' && Reflect.get(value, 'await') === true)) return true;
    return Object.values(value).some(visit);
  };
  return program.body.some(visit);
}

/** Reasons why a script of a remote may not go live. @param path inside the release folder */
export function refusalsOfScript(path: string, source: string, { files, endpoints }: ScriptContext): string[] {
  const found = new Set<string>();
  const refuse = (reason: string): void => void found.add(`${path} ${reason}`);
  if (source.length > MAX_LENGTH)
    return [`${path} has ${source.length} characters; a script may have ${MAX_LENGTH}: split it, or load data as a file`];
  let program: Program;
  try {
    program = parse(source, { ecmaVersion: 'latest', sourceType: 'module' });
  } catch (cause) {
    return [`${path} cannot be read as a module: ${(cause as Error).message}`];
  }
  if (hasTopLevelAwait(program)) refuse('has a top-level await; move the await into the page or a function');

  const checkImport = (specifier: string | undefined): void => {
    if (specifier === undefined || specifier.startsWith('data:')) return;
    if (/^(?:https?:)?\/\//.test(specifier)) refuse(`imports ${specifier} from another origin; install it as a package`);
    else if (specifier.startsWith('/')) refuse(`imports ${specifier}, which is not part of this release; share code in libs/`);
    else if (!specifier.startsWith('.')) refuse(`imports "${specifier}", which no browser can find; the build must resolve it`);
    else {
      const target = posix.normalize(posix.join(posix.dirname(path), specifier));
      if (target.startsWith('..')) refuse(`imports ${specifier}, which is outside its release; share code in libs/`);
      else if (!files.has(target)) refuse(`imports ${target}, which the release does not have; build it again`);
    }
  };
  const checkText = (text: string | undefined): void => {
    if (text === undefined) return;
    if (LOCAL.test(text)) refuse(`names ${text.slice(0, 60)}, an address of the developer's own machine`);
    const [endpoint] = /^\/api\/[a-z0-9-]+/.exec(text) ?? [];
    if (
      endpoint &&
      !endpoints.some((known) => known === endpoint || known.startsWith(`${endpoint}/`) || known.startsWith(`${endpoint}.`))
    )
      refuse(`calls ${endpoint}, which the contract does not name; add it to its endpoints`);
    for (const { library, text: mark } of OWN_COPIES)
      if (mark && text.includes(mark)) refuse(`contains its own copy of ${library}; only the shell provides it`);
  };
  const checkWorker = (node: Loose): void => {
    const address = textOf(firstArgument(node));
    if (address !== undefined && /^(?:blob:|data:|https?:)/.test(address))
      refuse("starts a worker from an address that the policy does not allow; use the host's startWorker");
  };
  const checkCall = (node: Loose): void => {
    const callee = part(node, 'callee');
    const name = nameOf(callee);
    const method = callee?.type === 'MemberExpression' ? propertyOf(callee) : undefined;
    const owner = nameOf(part(callee, 'object')) ?? propertyOf(part(callee, 'object'));
    if (name === 'eval' || (method === 'eval' && (owner === 'window' || owner === 'globalThis')))
      refuse('calls eval; the policy forbids running text as code');
    if (name === 'Function') refuse('creates a function from text; the policy forbids running text as code');
    if (TIMERS.has(name ?? method ?? '') && textOf(firstArgument(node)) !== undefined)
      refuse(`passes text to ${name ?? method} as code; pass a function`);
    if (name === 'fetch' && /^(?:https?:)?\/\//.test(textOf(firstArgument(node)) ?? ''))
      refuse('calls another origin; the policy allows only this site, so let the API call it');
    if (method !== undefined && HTML_CALLS.has(method)) refuse(`calls ${method}; build elements instead of HTML`);
    if ((method === 'write' || method === 'writeln') && owner === 'document')
      refuse('calls document.write; build elements instead');
    if (method === 'createElement' && textOf(firstArgument(node))?.toLowerCase() === 'script')
      refuse('creates a script element; import the module instead');
    if (method === 'createPolicy') refuse("creates a Trusted Types policy; the pages allow only the shell's");
    if (method === 'register' && owner === 'serviceWorker')
      refuse('registers a service worker, which would control the whole site');
  };
  const checkAssignment = (node: Loose): void => {
    const target = part(node, 'left');
    const property = target?.type === 'MemberExpression' ? propertyOf(target) : undefined;
    if (property === undefined) return;
    if (HTML_SINKS.has(property)) refuse(`sets ${property}; build elements instead of HTML`);
    for (const { library, property: mark } of OWN_COPIES)
      if (mark?.test(property)) refuse(`contains its own copy of ${library}; only the shell provides it`);
  };

  simple(program, {
    CallExpression: (node) => checkCall(loose(node)),
    NewExpression(node) {
      const call = loose(node);
      const name = nameOf(part(call, 'callee'));
      if (name === 'Function') refuse('creates a function from text; the policy forbids running text as code');
      if (name === 'Worker' || name === 'SharedWorker') checkWorker(call);
    },
    AssignmentExpression: (node) => checkAssignment(loose(node)),
    ImportDeclaration: (node) => checkImport(textOf(loose(node.source))),
    ExportNamedDeclaration: (node) => checkImport(node.source ? textOf(loose(node.source)) : undefined),
    ExportAllDeclaration: (node) => checkImport(textOf(loose(node.source))),
    ImportExpression(node) {
      const specifier = loose(node.source);
      // Names built at run time cannot be checked here; the browser's policy does that. Bundlers write string literals as templates.
      const isWhole = !(Array.isArray(specifier['expressions']) && specifier['expressions'].length > 0);
      if (isWhole) checkImport(textOf(specifier));
    },
    Literal: (node) => checkText(textOf(loose(node))),
    TemplateLiteral: (node) => checkText(textOf(loose(node))),
  });
  return [...found];
}
