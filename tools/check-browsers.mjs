// Rejects features in the front ends' sources that the oldest supported browsers (tools/browsers.mjs) lack: APIs by name, and CSS. The list
// contains features newer than about 2022, which oxlint and the build do not check. Versions: MDN's compatibility data and caniuse.
// Features that are used only after a check are listed in GUARDED with the file that checks.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import ts from 'typescript';
import { OLDEST_BROWSERS } from './browsers.mjs';

const NEVER = Infinity;
/** Name of a property or a global: first versions of Chrome, Firefox and Safari. */
const SCRIPT = {
  AmbientLightSensor: [NEVER, NEVER, NEVER],
  ClipboardItem: [76, 127, 13.1],
  CompressionStream: [80, 113, 16.4],
  MediaStreamTrackGenerator: [94, NEVER, NEVER],
  MediaStreamTrackProcessor: [94, NEVER, 18],
  OffscreenCanvas: [69, 105, 17],
  VideoFrame: [94, 130, 16.4],
  ViewTransition: [111, 144, 18],
  canParse: [120, 115, 17],
  canShare: [128, NEVER, 14],
  checkVisibility: [105, 106, 17.4],
  closedBy: [134, 141, NEVER],
  deviceMemory: [63, NEVER, NEVER],
  difference: [122, 127, 17],
  exitPictureInPicture: [70, NEVER, 13.1],
  fromAsync: [121, 115, 16.4],
  getBattery: [38, NEVER, NEVER],
  getCapabilities: [59, 132, 11],
  getCoalescedEvents: [58, 59, 18.2],
  groupBy: [117, 119, 17.4],
  intersection: [122, 127, 17],
  isSubsetOf: [122, 127, 17],
  isWellFormed: [111, 119, 16.4],
  moveBefore: [133, 144, NEVER],
  ondeviceproximity: [NEVER, NEVER, NEVER],
  onscrollend: [114, 109, 26.2],
  requestIdleCallback: [47, 55, NEVER],
  requestPermission: [NEVER, NEVER, 13],
  requestVideoFrameCallback: [83, 132, 15.4],
  responseStatus: [109, 109, 17],
  setHTMLUnsafe: [124, 123, 17.4],
  showPicker: [99, 101, 16.4],
  showPopover: [114, 125, 17],
  startViewTransition: [111, 144, 18],
  symmetricDifference: [122, 127, 17],
  toArray: [122, 131, 18.4],
  toSorted: [110, 115, 16],
  togglePopover: [114, 125, 17],
  union: [122, 127, 17],
  userActivation: [72, 120, 16.4],
  webkitCompassHeading: [NEVER, NEVER, 5],
  withResolvers: [119, 121, 17.4],
};
/** The same for names that mean something else elsewhere. */
const MEMBERS = {
  'navigator.share': [128, NEVER, 12.1],
  'navigator.wakeLock': [84, 126, 16.4],
  'AbortSignal.any': [116, 124, 17.4],
  'Promise.try': [128, 134, 18.2],
  'Response.json': [105, 115, 17],
  'Intl.Segmenter': [87, 125, 14.1],
  'Intl.DurationFormat': [129, 136, 16.4],
  'scheduler.yield': [129, 142, NEVER],
};
/** CSS features: name, pattern, first versions. The build adds prefixes, and transpiles nesting and media query ranges. */
const STYLE = [
  ['@property', /@property\b/, [85, 128, 16.4]],
  ['@scope', /@scope\b/, [118, 146, 17.4]],
  ['@starting-style', /@starting-style\b/, [117, 129, 17.5]],
  ['@view-transition', /@view-transition\b/, [126, NEVER, 18.2]],
  ['anchor positioning', /(?<!overflow-)\banchor(?:-name|-size)?[:(]|\bposition-anchor:/, [125, 147, 26]],
  ['animation-timeline', /\banimation-timeline:/, [115, NEVER, 26]],
  ['relative color syntax', /\b(?:rgb|hsl|oklch|oklab|lab|lch|color)\(from\b/, [119, 128, 16.4]],
  ['field-sizing', /\bfield-sizing:/, [123, NEVER, 26.2]],
  ['interpolate-size', /\binterpolate-size:/, [129, NEVER, NEVER]],
  ['light-dark()', /\blight-dark\(/, [123, 120, 17.5]],
  ['linear()', /[\s:,]linear\(/, [113, 112, 17.2]],
  ['style queries', /@container[^{]*\bstyle\(/, [111, NEVER, 18]],
  ['subgrid', /\bsubgrid\b/, [117, 71, 16]],
  ['transition-behavior', /\btransition-behavior:|\ballow-discrete\b/, [117, 129, 17.4]],
  [':popover-open', /:popover-open\b/, [114, 125, 17]],
  [':user-invalid', /:user-(?:in)?valid\b/, [119, 88, 16.5]],
  ['::details-content', /::details-content\b/, [131, 143, 18.4]],
  // Allowed directly after content without it: a browser that lacks it ignores the whole declaration.
  [
    'alternative text in content',
    /(?<!(?<![-\w])content:[^;{}/]*;\s*)(?<![-\w])content:(?:'[^']*'|[^;'{}/])*\//,
    [77, 128, 17.4],
  ],
];

/** Features that a file uses only after checking for them, and can do without. */
const GUARDED = {
  'apps/demos-cameras/src/collages/loop/loop.worker.ts': ['OffscreenCanvas'],
  'apps/demos-cameras/src/engine/camera-session.ts': ['getCapabilities'],
  'apps/demos-cameras/src/engine/track-controls.tsx': ['getCapabilities'],
  'apps/demos-cameras/src/engine/video-frames.ts': ['requestVideoFrameCallback', 'VideoFrame'],
  'apps/demos-cameras/src/gallery/picture-actions.tsx': ['canShare', 'navigator.share', 'ClipboardItem'],
  'apps/demos-sensors/src/ask-for-motion.ts': ['requestPermission'],
  'apps/demos-sensors/src/sensor-dashboard/adapters/battery.adapter.ts': ['getBattery'],
  'apps/demos-sensors/src/sensor-dashboard/adapters/brightness.adapter.ts': ['AmbientLightSensor'],
  'apps/demos-sensors/src/sensor-dashboard/adapters/orientation.adapter.ts': ['webkitCompassHeading'],
  // Only tests use this file.
  'apps/market-prices/src/egg-prices/open-egg-chart.tsx': ['Response.json'],
  // `union` of the schema library.
  'libs/contracts/src/price-history-query.ts': ['union'],
  'libs/stage/src/wake-lock.ts': ['navigator.wakeLock'],
  'apps/demos-sensors/src/sensor-dashboard/read-device-info.ts': ['deviceMemory'],
  'apps/shell/src/federation/fallback-delay.ts': ['responseStatus'],
  'apps/shell/src/home/bubble.tsx': ['getCoalescedEvents'],
  'apps/shell/src/navigation/site-router.tsx': ['startViewTransition'],
  'apps/shell/src/offline/keep-page.ts': ['requestIdleCallback'],
  'libs/ui/src/share-page.ts': ['canShare', 'navigator.share'],
};

const [chrome, firefox, safari] = [
  Math.min(OLDEST_BROWSERS.chrome, OLDEST_BROWSERS.edge),
  OLDEST_BROWSERS.firefox,
  Math.min(OLDEST_BROWSERS.safari, OLDEST_BROWSERS.ios),
];
const isMissing = (since) => since[0] > chrome || since[1] > firefox || since[2] > safari;
const versions = (since) =>
  ['Chrome', 'Firefox', 'Safari'].map((name, at) => `${name} ${since[at] === NEVER ? 'never' : since[at]}`).join(', ');

/**
 * A script that uses anything on the list contains one of these strings. Parsing every script would cost ten times as much.
 * The last two cover features without a name.
 */
const SUSPECT = new RegExp(
  [
    ...Object.entries({ ...SCRIPT, ...MEMBERS })
      .filter(([, since]) => isMissing(since))
      .map(([name]) => `\\b${name.replace('.', '\\s*\\??\\.\\s*')}\\b`),
    '(?:[Ss]earch|[Qq]uery|[Pp]aram)\\w*\\s*\\??\\.\\s*size\\b',
    '(?<!<)/[dgimsuy]*v[dgimsuy]*(?!\\w)',
  ].join('|'),
);

/** What a script uses from the list: names of properties and globals, and `size` of URL parameters, which Safari 17 added. */
function newerInScript(path, text) {
  const found = new Map();
  if (!SUSPECT.test(text)) return found;
  const note = (name, since) => void (isMissing(since) && found.set(name, since));
  function visit(node) {
    if (ts.isTypeNode(node) || ts.isInterfaceDeclaration(node)) return;
    if (ts.isIdentifier(node) && Object.hasOwn(SCRIPT, node.text)) note(node.text, SCRIPT[node.text]);
    if (ts.isPropertyAccessExpression(node)) {
      const whole = `${node.expression.getText().split('.').at(-1)}.${node.name.text}`;
      if (Object.hasOwn(MEMBERS, whole)) note(whole, MEMBERS[whole]);
      if (/(?:search|query|param)(?:Params|s)?\.size$/i.test(whole)) note('URLSearchParams.size', [113, 112, 17]);
    }
    if (ts.isRegularExpressionLiteral(node) && /\/[a-z]*v[a-z]*$/.test(node.text))
      note('regular expressions with the v flag', [112, 116, 17]);
    ts.forEachChild(node, visit);
  }
  visit(ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, path.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS));
  return found;
}

/** A block of `@supports`, with nested rules. */
const SUPPORTS = /@supports[^{]*\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\}/g;

/** What a style sheet uses from the list outside `@supports`. */
function newerInStyle(text) {
  const rules = text.replaceAll(/\/\*[^]*?\*\//g, '').replaceAll(SUPPORTS, '');
  return new Map(
    STYLE.filter(([, pattern, since]) => isMissing(since) && pattern.test(rules)).map(([name, , since]) => [name, since]),
  );
}

const files = execFileSync(
  'git',
  [
    'ls-files',
    '--cached',
    '--others',
    '--exclude-standard',
    '--',
    'apps/*.ts',
    'apps/*.tsx',
    'apps/*.css',
    'libs/*.ts',
    'libs/*.tsx',
    'libs/*.css',
  ],
  { encoding: 'utf8' },
)
  .trim()
  .split('\n')
  .filter((file) => /^(apps\/(?!api\/)[^/]+\/src|libs\/(host|ui|router|query|stage|sim|contracts)\/src)\//.test(file))
  .filter((file) => !/\.test\.tsx?$|\/testing\/|\/development\//.test(file));

const problems = [];
const unused = new Map(Object.entries(GUARDED).map(([file, names]) => [file, new Set(names)]));
for (const file of files) {
  const text = readFileSync(file, 'utf8');
  const found = file.endsWith('.css') ? newerInStyle(text) : newerInScript(file, text);
  for (const [name, since] of found) {
    if (GUARDED[file]?.includes(name)) unused.get(file).delete(name);
    else
      problems.push(
        `${file} uses ${name} (${versions(since)}): check for it first and list the file in tools/check-browsers.mjs, or do without`,
      );
  }
}
for (const [file, names] of unused) {
  for (const name of names) problems.push(`tools/check-browsers.mjs allows ${name} in ${file}, which does not use it`);
}
if (files.length < 100) problems.push('hardly any files were found: the check itself is broken');
for (const line of problems) console.error(line);
console.log(
  `${files.length} files, ${problems.length} uses of features that Chrome ${chrome}, Firefox ${firefox} or Safari ${safari} lacks`,
);
process.exitCode = problems.length > 0 ? 1 : 0;
