// `npm run build`: installs what is missing, and builds everything.
import { buildAll } from './build.mjs';
import { Refusal, reportFailure } from './command.mjs';
import { makeReady } from './ready.mjs';

async function build() {
  if (!(await makeReady(() => buildAll()))) throw new Refusal('The build failed; the lines above say why.');
}

build().catch(reportFailure);
