type CommandUsage = readonly [usage: string, summary: string];

/** The arguments of each command, and what it does. */
export const RELEASE_COMMANDS: readonly CommandUsage[] = [
  [
    'release <app> [--from <folder>] [--keep-rollbacks | --only-new]',
    'publish apps/<app>/dist (or another build folder) and make it live; with --keep-rollbacks, skip it if it was rolled back or a release is being tried; with --only-new, also if another release has replaced it',
  ],
  ['release --all [--keep-rollbacks | --only-new]', 'the same for every front end in this folder, the shell first'],
  ['check <app> [--from <folder>]', 'say whether a build may go live, and if not, give every reason; changes nothing'],
  [
    'canary <app> [--share <percent>] [--max-error-rate <percent>] [--from <folder>]',
    'show a build to some of the visitors (5% by default); repeat it to change the share',
  ],
  ['promote <app>', 'make the canary the stable release'],
  ['rollback <app> [--to <release>]', 'roll the canary back, or make an earlier release live again; nothing is built'],
  ['kill <app> <release>', 'bar a release forever'],
  ['retire <remote>', 'take a remote off the site: its pages return 410 or redirect; `rollback` brings it back'],
  ['override-link <app> <release> [--hours <n>]', 'a link that shows a release to the person who opens it (24 hours)'],
  [
    'override-link <remote> --local <port> [--hours <n>]',
    'the same for a development server on the machine of the person who opens it',
  ],
  [
    'preview <app>[@<release>] … [--hours <n>]',
    "one link that shows up to five releases, of any teams, together; without a release, the app's canary",
  ],
  ['log [<app>]', 'what went live when, newest first'],
  [
    'verify <app> <release> [--owner-key <public key>]',
    "check a release from the owner's key to the hash of each file, and say where it comes from",
  ],
  ['status', 'what is live, and the releases before it'],
  [
    'team add <app> --key <public key> --paths <path,…> [--days <n>] [--max-megabytes <n>]',
    "let a team's key release an app, under these paths (365 days and 5 MB by default)",
  ],
  [
    'team revoke <app> --key <key id> [--since <serial>]',
    'revoke a key; with --since also what it released in that registry or later',
  ],
  ['team list', 'which key may release what, and until when'],
  ['team adopt', 'vouch for what is live and was released before there were statements'],
  ['key [--public]', 'print a new RELEASE_SIGNING_KEY; or the public half of the one that is set, which is enough to serve'],
  [
    'key rotate [--days <n>]',
    "replace the owner's key, RELEASE_SIGNING_KEY, with NEXT_SIGNING_KEY, for good or for this many days",
  ],
  ['gc', 'remove release folders that neither a visitor nor a rollback could need'],
];

export const RELEASE_SETTINGS = `Every command but gc, key and key --public takes --to <address of a site>: it then works on the site that runs there, with the key of its owner or of a team.
release, check, canary, promote, rollback, kill and retire take --message <why>; release, check and canary --sbom <file>.

RELEASES_DIR (default var/releases) is the release store; with RELEASE_STORE=database it is a copy of the store in
DATABASE_URL and the S3_ bucket. RELEASE_SIGNING_KEY signs the registry (\`site key\` prints
a new one); without it, the key that \`npm start\` created in DATA_DIR/secrets.json (default var/data) is used.`;

const USAGE_WIDTH = 46;

/** Two columns; the description of a command that is too long for the first one is on the next line. */
export const describeCommands = (commands: readonly CommandUsage[]): string =>
  commands
    .map(([usage, summary]) => {
      const gap = usage.length < USAGE_WIDTH ? ' '.repeat(USAGE_WIDTH - usage.length) : `\n${' '.repeat(USAGE_WIDTH + 2)}`;
      return `  ${usage}${gap}${summary}`;
    })
    .join('\n');
