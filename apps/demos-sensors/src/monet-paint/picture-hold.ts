/** Keeps the picture as it is while files of it are drawn, because all tiles of a file must show the same moment. */
interface PictureHold<Change> {
  isOn(): boolean;
  /** Makes a change, or, while a file is being drawn, makes it once afterward, however often it was requested. */
  request(change: Change): void;
  /** Draws a file. */
  during<Result>(draw: () => Promise<Result>): Promise<Result>;
}

export function createPictureHold<Change>(make: (change: Change) => void): PictureHold<Change> {
  let files = 0;
  const waiting = new Set<Change>();
  return {
    isOn: () => files > 0,
    request(change) {
      if (files > 0) waiting.add(change);
      else make(change);
    },
    async during(draw) {
      files += 1;
      try {
        return await draw();
      } finally {
        files -= 1;
        if (files === 0) {
          const changes = [...waiting];
          waiting.clear();
          for (const change of changes) make(change);
        }
      }
    },
  };
}
