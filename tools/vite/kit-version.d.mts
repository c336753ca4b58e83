export const KIT_VERSION: string;
export const KITS_OF_SHELL: string;
