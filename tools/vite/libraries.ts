import type { Plugin } from 'vite';

/** The site's own libraries that remotes use; the kit contains them. */
export const LIBRARIES_OF_THE_SITE = ['contracts', 'host', 'query', 'router', 'sim', 'stage', 'ui'];

/** As sources in the workspace; built, inside the kit, in a separate repository. */
const PLACES = /\/libs\/[a-z]+\/src\/|\/node_modules\/@site\/[a-z]+\/dist\//;

/** True for a module of the site's own libraries. */
export const isSiteLibrary = (id: string): boolean => PLACES.test(id);

/** Resolves a remote's imports of the site's libraries as this file would: in a separate repository they are inside the kit. */
export function librariesOfTheSite(): Plugin {
  return {
    name: 'site:libraries',
    enforce: 'pre',
    resolveId: {
      filter: { id: /^@site\// },
      handler(source, importer, options) {
        if (importer === import.meta.filename) return undefined;
        return this.resolve(source, import.meta.filename, { ...options, skipSelf: true });
      },
    },
  };
}
