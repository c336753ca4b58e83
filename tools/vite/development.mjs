// A remote's development server beside a site, as `npm run dev` starts it here and `site dev` in a repository of its own.
import { createServer } from 'vite';

/**
 * @param folder of the remote
 * @param site origin of the site that shows it
 */
export async function startDevelopmentServer(folder, port, site) {
  const server = await createServer({
    root: folder,
    configFile: `${folder}/vite.config.ts`,
    clearScreen: false,
    logLevel: 'warn',
    // If this port is in use, another one is chosen: the link contains the actual port.
    server: { port, cors: { origin: site } },
  });
  await server.listen();
  return { server, origin: `http://localhost:${server.httpServer.address().port}` };
}

/** The address that puts the development server's remote into the site, on its first page. @param token what `site override-link` signs */
export async function linkToFirstPage(origin, site, token) {
  const { routes } = await (await fetch(`${origin}/@site/remote.json`)).json();
  return `${site}${routes[0].path}?override=${token}`;
}

/** @param link or words that say where to get one */
export function printDevelopment(remote, origin, site, link) {
  console.log(`
  ${remote} comes from ${origin}, as you write it, for anyone who opens this link on this machine:
  ${link}

  The rest  as released on ${site}
  End       ${site}/?override=none
  Stop      Ctrl-C
`);
}
