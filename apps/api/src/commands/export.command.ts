import { Logger } from '@nestjs/common';
import { countOf } from '@site/contracts';
import { signingKeyText } from '@site/releases';
import { loadConfig } from '../config/config.ts';
import { exportSite } from '../site/site-export.ts';
import { CommandError, type RunCommand } from './command.ts';
import { withReleases } from './open-releases.ts';

export const exportCommand: RunCommand = async ([folder, ...surplus], { env, print }) => {
  if (!folder || surplus.length > 0) throw new CommandError('specify one folder: site export <folder>');
  // Suppresses the server's startup log.
  Logger.overrideLogger(['error', 'warn']);
  const config = loadConfig({ ...env, RELEASE_SIGNING_KEY: await signingKeyText(env) });
  const { pages, files, skipped } = await withReleases({ env, print }, () => exportSite(config, folder));
  print(`${countOf(pages, 'page')} and ${countOf(files, 'release file')} are in ${folder}`);
  for (const release of skipped) print(`${release}, the release before the live one, is damaged and was left out`);
  print(`links in the pages point to ${config.publicOrigin}; set PUBLIC_ORIGIN to the address where the pages will be served`);
};
