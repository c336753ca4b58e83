/** The Chromium that drew the baselines. Another major version draws letters and curves a little differently. */
export const PICTURE_BROWSER = 156;

/** Where the baselines lie; the browser's major version is part of the path. */
export const PICTURE_PATH = `{testDir}/visual/baselines/chromium-${PICTURE_BROWSER}/{arg}{ext}`;
