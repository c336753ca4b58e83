import { loadConfig, type Config } from '../config/config.ts';
import type { CommandContext } from './command.ts';

/** Commands that work with data need no key for releases. */
export const commandConfig = (env: CommandContext['env']): Config => loadConfig({ RELEASE_SIGNING_KEY: 'not used here', ...env });
