import type { KeyObject } from 'node:crypto';
import { parseReleaseManifest, registryEntry, type Registry } from '@site/contracts';
import { ownerKeys, verifyAuthority, type Authority } from './authority/authority.ts';
import { changeAuthority, readAuthorityState, type AuthorityState, type ChangedAuthority } from './authority/authority-store.ts';
import { nextRootText, type AuthorityChange } from './authority/change-authority.ts';
import { contractDigest, signStatement } from './authority/statement.ts';
import { keyIdOf, type Provenance } from './authority/tuf-metadata.ts';
import { folderOf, keysOf, siteClient, type Environment } from './command-environment.ts';
import { siteIn, type Options } from './command-line.ts';
import { integrityOf } from './integrity.ts';
import { openSigned } from './registry-store.ts';
import { parseVerifyingKey } from './signing.ts';
import { AuthoritySchema, ChangedAuthoritySchema } from './store/remote-responses.ts';

const ADDRESS = '/api/releases/authority';

/** A site accepts up to 5 MB per request; the documents take little of that. */
const MAX_STATEMENTS_BYTES = 4_900_000;

/**
 * The requests for a change. A store that was never cleaned up may have more statements than fit into one: then all parts but the
 * last are sent ahead, which works because the current owner has signed them too; the documents go with the last part.
 */
function requestsFor({ statements, ...documents }: AuthorityChange): AuthorityChange[] {
  const parts: string[][] = [];
  let [last, bytes]: [string[], number] = [[], 0];
  for (const statement of statements) {
    const size = Buffer.byteLength(JSON.stringify(statement));
    if (last.length > 0 && bytes + size > MAX_STATEMENTS_BYTES) {
      parts.push(last);
      [last, bytes] = [[], 0];
    }
    last.push(statement);
    bytes += size;
  }
  return [...parts.map((part) => ({ statements: part })), { ...documents, statements: last }];
}

/** Where the owner's documents are: in a folder on this machine, or on a server. */
interface AuthorityPlace {
  read(): Promise<AuthorityState>;
  /**
   * @param signing in a folder, the key that signs the registry; a server has its own
   */
  write(change: AuthorityChange, signing?: KeyObject): Promise<ChangedAuthority>;
}

async function placeOf(site: string | undefined, env: Environment): Promise<AuthorityPlace> {
  if (site === undefined) {
    const [root, keys] = [folderOf(env), await keysOf(env)];
    return {
      read: () => readAuthorityState(root, keys.verifying, null),
      write: (change, signing = keys.signing) => changeAuthority(root, change, { ...keys, signing }, new Date()),
    };
  }
  const client = await siteClient(site, env);
  return {
    read: () => client.call('GET', ADDRESS, AuthoritySchema),
    write: async (change) => {
      let changed: ChangedAuthority = { serial: null, withdrawn: [] };
      for (const request of requestsFor(change)) changed = await client.call('PUT', ADDRESS, ChangedAuthoritySchema, request);
      return changed;
    },
  };
}

export interface AuthorityContext {
  readonly place: AuthorityPlace;
  readonly state: AuthorityState;
  readonly authority: Authority;
  readonly owner: KeyObject;
}

export async function authorityContextOf(options: Options, env: Environment): Promise<AuthorityContext> {
  const place = await placeOf(siteIn(options), env);
  const state = await place.read();
  const { signing, verifying } = await keysOf(env);
  return { place, state, authority: verifyAuthority(verifying, state.roots, state.targets ?? undefined), owner: signing };
}

/** The next root document, if there is none yet, or if the server signs with a key that the owner has not named. */
export function rootIfNeeded({ state, authority, owner }: AuthorityContext): Pick<AuthorityChange, 'root'> {
  const isFirst = authority.root.version === 0;
  const online = state.serverKey === null ? owner : parseVerifyingKey(state.serverKey);
  const isNamed = authority.root.roles.timestamp.keyids.includes(keyIdOf(online));
  // For a folder it is unknown which server signs there, so the named key stays.
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
 * Statements for live releases without one, which were released before statements existed. The owner vouches for them here,
 * because the owner's key has signed the registry that names them; what only a server has signed is not adopted.
 */
export function adoptedStatements({ state: { registry: text, unstated }, authority, owner }: AuthorityContext): string[] {
  if (text === null) return [];
  let apps: Registry['apps'];
  try {
    ({ apps } = openSigned(text, 'the live registry', ownerKeys(authority)).registry);
  } catch {
    // A server has signed the registry, and could do so only because every release in it has a statement.
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
