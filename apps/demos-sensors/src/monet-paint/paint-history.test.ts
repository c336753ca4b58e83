import { createPaintHistory, MAX_KEPT } from './paint-history.ts';

/** A picture that is one letter; every copy is counted until it is freed. */
function aPicture() {
  let picture = 'a';
  const alive = new Set<{ readonly picture: string }>();
  const history = createPaintHistory(
    {
      keep() {
        const kept = { picture };
        alive.add(kept);
        return kept;
      },
      restore: (kept) => void (picture = kept.picture),
      drop: (kept) => void alive.delete(kept),
    },
    (undoable) => reported.push(undoable),
  );
  const reported: object[] = [];
  const paint = (next: string) => {
    history.record();
    picture = next;
  };
  return { history, paint, alive, reported, now: () => picture };
}

test('undo goes back stroke by stroke, redo goes forward again, and both stop at the end', () => {
  const { history, paint, reported, now } = aPicture();
  expect(history.undo()).toBe(false);
  paint('b');
  paint('c');
  expect([history.undo(), now()]).toEqual([true, 'b']);
  expect([history.undo(), now()]).toEqual([true, 'a']);
  expect(history.undo()).toBe(false);
  expect(reported.at(-1)).toEqual({ canUndo: false, canRedo: true });
  expect([history.redo(), now()]).toEqual([true, 'b']);
  expect([history.redo(), now()]).toEqual([true, 'c']);
  expect(history.redo()).toBe(false);
  expect(reported.at(-1)).toEqual({ canUndo: true, canRedo: false });
});

test('a new stroke drops what was undone', () => {
  const { history, paint, alive, reported, now } = aPicture();
  paint('b');
  history.undo();
  paint('c');
  expect(history.redo()).toBe(false);
  expect([now(), alive.size]).toEqual(['c', 1]);
  expect(reported.at(-1)).toEqual({ canUndo: true, canRedo: false });
});

test('memory is bounded: the oldest states are dropped, and undo ends there', () => {
  const { history, paint, alive } = aPicture();
  for (let stroke = 0; stroke < 3 * MAX_KEPT; stroke += 1) paint(String(stroke));
  expect(alive.size).toBe(MAX_KEPT);
  let undone = 0;
  while (history.undo()) undone += 1;
  expect(undone).toBe(MAX_KEPT);
  expect(alive.size).toBe(MAX_KEPT);
});
