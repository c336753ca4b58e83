/** Version of the kit that `npm run kit` packs, and that every remote's build records: the presets in this folder are part of it. */
export const KIT_VERSION = '1.0.0';

/**
 * Range of the kits whose remotes the shell loads, which the gate checks. A change to the container or to how remotes share
 * libraries raises the first number, and takes the old ones out of the range once no team needs them.
 */
export const KITS_OF_SHELL = '^1.0.0';
