import { parseRemoteContract, type BootData, type BootRemote, type ProjectCard, type RemoteContract } from '@site/contracts';

/** Returns true if a file of a remote comes from a developer's machine. */
export const isLocal = (url: string): boolean => url.startsWith('http://localhost:');

/** The site waits at most this long for a contract: a server paused in a debugger must not block it. */
const CONTRACT_MILLISECONDS = 5_000;

async function readContract({ name, base }: BootRemote): Promise<RemoteContract | undefined> {
  try {
    const response = await fetch(`${base}remote.json`, { signal: AbortSignal.timeout(CONTRACT_MILLISECONDS) });
    if (!response.ok) throw new Error(`it returned ${response.status}`);
    const contract = parseRemoteContract(await response.json(), `${name}/remote.contract.ts`);
    // Two links may name the same port if one server ran there after the other.
    if (contract.name !== name) throw new Error(`${contract.name} is being served there`);
    return contract;
  } catch (cause) {
    console.error(`using the released contract of ${name} instead of the one from ${base}: ${(cause as Error).message}`);
    return undefined;
  }
}

function withContract(boot: BootData, remote: BootRemote, contract: RemoteContract): BootData {
  const routes = contract.routes.map(({ page: _module, alive, ...route }) => ({
    ...route,
    ...(alive !== undefined && { alive: true as const }),
    preload: { scripts: [], styles: [] },
  }));
  const own = new Set([...remote.routes, ...routes].map(({ path }) => path));
  const cards: ProjectCard[] = [
    ...boot.cards.filter(({ link }) => !own.has(link)),
    ...contract.cards.filter(({ list }) => list !== 'drafts'),
  ];
  return {
    ...boot,
    remotes: boot.remotes.map((other) => (other === remote ? { ...remote, routes } : other)),
    cards: cards.sort((a, b) => a.order - b.order || a.link.localeCompare(b.link)),
  };
}

/** The boot data with the current pages and cards of local remotes, including pages that were never released. */
export async function withLocalContracts(boot: BootData): Promise<BootData> {
  let found = boot;
  for (const remote of boot.remotes.filter(({ base }) => isLocal(base))) {
    const contract = await readContract(remote);
    if (contract) found = withContract(found, remote, contract);
  }
  return found;
}
