export const OLDEST_BROWSERS: Readonly<Record<'chrome' | 'edge' | 'firefox' | 'safari' | 'ios', number>>;
export const BUILD_TARGETS: string[];
