import { PUBLIC_VARIABLES, SECRET_VARIABLES } from '../config/environment.ts';

type Environment = Readonly<Record<string, string | undefined>>;

export function publicSettings(env: Environment): Record<string, string> {
  return Object.fromEntries(PUBLIC_VARIABLES.flatMap((name) => (env[name]?.trim() ? [[name, env[name]]] : [])));
}

export const secretsSet = (env: Environment): string[] => SECRET_VARIABLES.filter((name) => env[name]?.trim());
