/** Versions of what the shell provides to remotes; written by `vite.config.ts`. */
declare const __VERSIONS__: Readonly<Record<'@site/router' | '@site/query' | '@site/host', string>>;
/** True if the release has the résumé as a PDF. */
declare const __HAS_RESUME_PDF__: boolean;
