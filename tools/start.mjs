// `npm start`: from a bare clone to the running site, in one process.
import { fileURLToPath } from 'node:url';
import { closeOnSignal, reportFailure } from './command.mjs';
import { localEnvironment, startLocalSite } from './local-site.mjs';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));

async function start() {
  const env = localEnvironment();
  const { server, draftPassword } = await startLocalSite(env, 'npm start');
  console.log(`
  The site is running at ${server.url}
  Prices    ${env.USDA_SOURCE === 'sample' ? 'bundled sample data (set USDA_API_KEY for live USDA data)' : 'live USDA data'}
  Drafts    ${draftPassword ? `the password for this run is ${draftPassword}` : 'the password hashed in DRAFT_PASSWORD_HASH'}
  Data      ${env.DATA_DIR}
  Releases  ${env.RELEASES_DIR}
  Stop      Ctrl-C
`);
  closeOnSignal(() => server.close());
}

start().catch(reportFailure);
