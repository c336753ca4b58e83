/** Widths in which a still exists, in px, and the maximum size of each file: nine cards must stay light on a slow connection. */
export const STILL_WIDTHS = [
  { width: 360, maxBytes: 9_000 },
  { width: 720, maxBytes: 18_000 },
] as const;

/** Every still has this shape: the box in a card is reserved before the picture arrives. */
export const STILL_SIZE = { width: 720, height: 450 } as const;

const STILL_SCHEMES = ['light', 'dark'] as const;

export type StillScheme = (typeof STILL_SCHEMES)[number];

/** A file of a route's still, relative to the remote's folder and to its release. */
export const stillFile = (name: string, scheme: StillScheme, width: number): string => `stills/${name}-${scheme}-${width}.webp`;

/** All files of a route's still, each with its maximum size in bytes. */
export const stillFiles = (name: string) =>
  STILL_SCHEMES.flatMap((scheme) =>
    STILL_WIDTHS.map(({ width, maxBytes }) => ({ file: stillFile(name, scheme, width), scheme, width, maxBytes })),
  );
