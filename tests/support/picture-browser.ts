/** The Chromium version of the baselines. Another major version renders letters and curves slightly differently. */
export const PICTURE_BROWSER = 156;

/** Path of the baselines, with the browser's major version. */
export const PICTURE_PATH = `{testDir}/visual/baselines/chromium-${PICTURE_BROWSER}/{arg}{ext}`;
