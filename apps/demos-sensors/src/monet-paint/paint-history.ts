/** Maximum number of states kept for undo. Each takes about 0.5 MB of the GPU's memory. */
export const MAX_KEPT = 20;

/** Copies of the current picture. */
interface Copies<Kept> {
  keep(): Kept;
  restore(kept: Kept): void;
  /** Frees a copy. */
  drop(kept: Kept): void;
}

export interface Undoable {
  readonly canUndo: boolean;
  readonly canRedo: boolean;
}

export interface PaintHistory {
  /** Keeps a copy of the picture before a change, and drops what was undone. */
  record(): void;
  /** Returns false if there is nothing to undo. */
  undo(): boolean;
  redo(): boolean;
}

/** Undo and redo by whole copies, because flowing paint has no inverse. Going back also reverts what has flowed since. */
export function createPaintHistory<Kept>(copies: Copies<Kept>, onChange: (undoable: Undoable) => void): PaintHistory {
  const past: Kept[] = [];
  const undone: Kept[] = [];

  const changed = () => onChange({ canUndo: past.length > 0, canRedo: undone.length > 0 });
  function go(from: Kept[], to: Kept[]): boolean {
    const kept = from.pop();
    if (kept === undefined) return false;
    to.push(copies.keep());
    copies.restore(kept);
    copies.drop(kept);
    changed();
    return true;
  }
  return {
    record() {
      past.push(copies.keep());
      const tooOld = past.splice(0, past.length - MAX_KEPT);
      for (const kept of [...tooOld, ...undone.splice(0)]) copies.drop(kept);
      changed();
    },
    undo: () => go(past, undone),
    redo: () => go(undone, past),
  };
}
