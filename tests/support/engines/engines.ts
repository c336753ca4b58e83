export const ENGINES = ['chromium', 'firefox', 'webkit'] as const;
export type Engine = (typeof ENGINES)[number];

/** How the visitor's system is set up. */
export interface VisitorSettings {
  readonly scheme: 'light' | 'dark';
  readonly reducesMotion: boolean;
}

export interface EngineOptions {
  /** The engine that the tests of a project drive. */
  readonly engine: Engine;
  readonly visitorSettings: VisitorSettings;
}
