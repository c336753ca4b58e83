import type { KeyObject } from 'node:crypto';
import * as v from 'valibot';
import { parseReleaseManifest, registryEntry, type Registry } from '@site/contracts';
import { ownerKeys, verifyAuthority, type Authority } from './authority/authority.ts';
import { changeAuthority, readAuthorityState, type AuthorityState } from './authority/authority-store.ts';
import {
  countersigned,
  delegationsOf,
  nextRootText,
  withoutTeamKey,
  withTeamKey,
  type AuthorityChange,
} from './authority/change-authority.ts';
import { contractDigest, signerOf, signStatement } from './authority/statement.ts';
import { keyIdOf, type Provenance } from './authority/tuf-metadata.ts';
import { folderOf, keysOf, siteClient, type Environment } from './command-environment.ts';
import { readNumber, siteIn, type Options } from './command-line.ts';
import { ReleaseError } from './errors.ts';
import { integrityOf } from './integrity.ts';
import { openSigned } from './registry-store.ts';
import { parseVerifyingKey } from './signing.ts';
import { AuthoritySchema } from './store/remote-answers.ts';

const DEFAULT_DAYS = '365';
const MAX_DAYS = 3_650;
const DEFAULT_MEGABYTES = '5';
const MAX_MEGABYTES = 20;

const ADDRESS = '/api/releases/authority';
const ChangedSchema = v.object({ serial: v.nullable(v.number()) });

/** Where the owner's documents are: in a folder on this machine, or on a server. */
interface AuthorityPlace {
  read(): Promise<AuthorityState>;
  /** @returns the serial of the registry that shows it; null where nothing was ever released */
  write(change: AuthorityChange): Promise<number | null>;
}

async function placeOf(site: string | undefined, env: Environment): Promise<AuthorityPlace> {
  if (site === undefined) {
    const [root, keys] = [folderOf(env), await keysOf(env)];
    return {
      read: () => readAuthorityState(root, keys.verifying, null),
      write: (change) => changeAuthority(root, change, keys, new Date()),
    };
  }
  const client = await siteClient(site, env);
  return {
    read: () => client.call('GET', ADDRESS, AuthoritySchema),
    write: async (change) => (await client.call('PUT', ADDRESS, ChangedSchema, change)).serial,
  };
}

interface Situation {
  readonly place: AuthorityPlace;
  readonly state: AuthorityState;
  readonly authority: Authority;
  readonly owner: KeyObject;
}

async function situationOf(options: Options, env: Environment): Promise<Situation> {
  const place = await placeOf(siteIn(options), env);
  const state = await place.read();
  const { signing, verifying } = await keysOf(env);
  return { place, state, authority: verifyAuthority(verifying, state.roots, state.targets ?? undefined), owner: signing };
}

/** The next root document, where there is none yet, or where the server signs with a key that the owner has not named. */
function rootIfNeeded({ state, authority, owner }: Situation): Pick<AuthorityChange, 'root'> {
  const isFirst = authority.root.version === 0;
  const online = state.serverKey === null ? owner : parseVerifyingKey(state.serverKey);
  const isNamed = authority.root.roles.timestamp.keyids.includes(keyIdOf(online));
  // In a folder it is not known which server signs there: the key that was named stays.
  if (!isFirst && (isNamed || state.serverKey === null)) return {};
  const owners = isFirst ? [owner] : ownerKeys(authority);
  return { root: nextRootText(authority, { owners, online, signing: [owner] }) };
}

const UNKNOWN: Provenance = {
  repository: null,
  commit: null,
  isDirty: null,
  at: new Date(0).toISOString(),
  builder: 'unknown',
  versions: {},
  sbom: null,
  message: 'released before there were statements',
};

/**
 * Statements for what is live and has none: it was released before there were any. The owner vouches for it here, because the owner's
 * key has signed the registry that names it; what a server has signed alone is not adopted.
 */
function adoptedStatements({ state: { registry: text, unstated }, authority, owner }: Situation): string[] {
  if (text === null) return [];
  let apps: Registry['apps'];
  try {
    ({ apps } = openSigned(text, 'the live registry', ownerKeys(authority)).registry);
  } catch {
    // A server has signed it, and could do so only because every release in it has a statement.
    return [];
  }
  return unstated.flatMap(({ app, release, manifest: described }) => {
    const entry = registryEntry(apps, app);
    const pointers = [entry?.stable, entry?.previous, entry?.canary];
    const pointer = pointers.find((one) => one?.release === release && one.manifestIntegrity === integrityOf(described));
    if (!pointer) return [];
    const manifest = parseReleaseManifest(JSON.parse(described), 'release.json');
    return [
      signStatement(
        {
          app,
          release,
          manifestIntegrity: pointer.manifestIntegrity,
          manifestBytes: Buffer.byteLength(described),
          contract: contractDigest(manifest.kind === 'remote' ? manifest.contract : null),
          privateFiles: {},
          provenance: UNKNOWN,
        },
        owner,
      ),
    ];
  });
}

const dayOf = (date: Date): string => date.toISOString().slice(0, 10);

async function add(app: string, options: Options, env: Environment): Promise<string[]> {
  const { key: keyText, paths } = options;
  if (!keyText || !paths)
    throw new ReleaseError(
      'RELEASE_REFUSED',
      'site team add <app> --key <public key> --paths /projects/one,/projects/two; the team prints its key with `site key --public`',
    );
  const days = readNumber('days', options.days ?? DEFAULT_DAYS, 1, MAX_DAYS);
  const megabytes = readNumber('max-megabytes', options['max-megabytes'] ?? DEFAULT_MEGABYTES, 0.01, MAX_MEGABYTES);
  const situation = await situationOf(options, env);
  const { place, authority, owner } = situation;
  const key = parseVerifyingKey(keyText);
  const until = new Date(Date.now() + days * 86_400_000);
  const grant = {
    app,
    key,
    prefixes: paths.split(',').map((path) => path.trim()),
    maxBytes: Math.round(megabytes * 1e6),
    until: until.toISOString(),
  };
  const targets = withTeamKey(authority, grant, owner);
  const serial = await place.write({ ...rootIfNeeded(situation), targets, statements: adoptedStatements(situation) });
  const where = serial === null ? '' : ` (registry ${serial})`;
  return [`the key ${keyIdOf(key).slice(0, 12)} may release ${app} under ${paths} until ${dayOf(until)}${where}`];
}

async function revoke(app: string, options: Options, env: Environment): Promise<string[]> {
  if (!options.key)
    throw new ReleaseError('RELEASE_REFUSED', 'site team revoke <app> --key <beginning of the key id> [--since <serial>]');
  const since = readNumber('since', options.since ?? String(Number.MAX_SAFE_INTEGER), 1, Number.MAX_SAFE_INTEGER);
  const { place, state, authority, owner } = await situationOf(options, env);
  const { text: targets, keyid } = withoutTeamKey(authority, app, options.key, owner);
  const signed = state.releases.flatMap(({ statement, ...named }) =>
    statement !== null && named.app === app && signerOf(authority, statement, app)?.keyid === keyid
      ? [{ ...named, statement }]
      : [],
  );
  // What stays is vouched for by the owner from now on: nothing that the key signs later can pass as older.
  const kept = signed.filter(({ serial }) => serial < since);
  const serial = await place.write({ targets, statements: kept.map(({ statement }) => countersigned(statement, owner)) });
  const where = serial === null ? '' : ` (registry ${serial})`;
  const gone = signed.length - kept.length;
  return [
    `the key ${keyid.slice(0, 12)} may release ${app} no more${where}`,
    `${kept.length} of its releases stay, ${gone} ${gone === 1 ? 'is' : 'are'} taken back`,
  ];
}

async function list(options: Options, env: Environment): Promise<string[]> {
  const { authority } = await situationOf(options, env);
  const { roles } = delegationsOf(authority);
  if (roles.length === 0) return ["no teams: the owner's key releases everything"];
  return roles.flatMap(({ name, keyids, limits }) =>
    keyids.map((id) => {
      const until = limits.until[id]?.slice(0, 10) ?? 'for ever';
      return `${name}  ${id.slice(0, 12)}  ${limits.prefixes.join(',')}  at most ${limits.maxBytes / 1e6} MB  until ${until}`;
    }),
  );
}

/** Vouches for what is live and has no statement, and has the registry signed anew: also after a command that was interrupted. */
async function adopt(options: Options, env: Environment): Promise<string[]> {
  const situation = await situationOf(options, env);
  const statements = adoptedStatements(situation);
  const serial = await situation.place.write({ ...rootIfNeeded(situation), statements });
  return [`the owner vouches for ${statements.length} releases more${serial === null ? '' : ` (registry ${serial})`}`];
}

/** The owner's commands about teams. */
export async function team([what, app]: readonly string[], options: Options, env: Environment): Promise<string[]> {
  if (what === 'list' && app === undefined) return list(options, env);
  if (what === 'adopt' && app === undefined) return adopt(options, env);
  if (what === 'add' && app) return add(app, options, env);
  if (what === 'revoke' && app) return revoke(app, options, env);
  throw new ReleaseError('RELEASE_REFUSED', 'site team add <app>, team revoke <app>, team list or team adopt');
}
