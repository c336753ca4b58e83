export const ENGINES = ['chromium', 'firefox', 'webkit'] as const;
export type Engine = (typeof ENGINES)[number];

/** How the visitor's system is set up. */
export interface VisitorSettings {
  readonly scheme: 'light' | 'dark';
  readonly reducesMotion: boolean;
  /**
   * Glass blurs, as for visitors. WebKit composites layers for that, as Safari does, and /projects/monet-paint is not black in pictures.
   * Without a graphics card that takes so long that a hundred photos are not done after a minute on a busy machine.
   */
  readonly hasCompositor?: boolean;
}

export interface EngineOptions {
  /** The engine that the tests of a project drive. */
  readonly engine: Engine;
  readonly visitorSettings: VisitorSettings;
}
