export const ENGINES = ['chromium', 'firefox', 'webkit'] as const;
export type Engine = (typeof ENGINES)[number];

export interface EngineOptions {
  /** The engine that the tests of a project drive. */
  readonly engine: Engine;
}
