let undo: (() => void)[] = [];

/** Undoes what each test in the file has given and registered, last first. */
export function undoAfterEach(): void {
  afterEach(() => {
    for (const one of undo.toReversed()) one();
    undo = [];
  });
}

/** Registers what must be called when the test ends. */
export const atEnd = (one: () => void) => void undo.push(one);

/** Sets a property of a browser object that jsdom lacks, until the test ends. */
export function give(target: object, name: string, value: unknown): void {
  const before = Object.getOwnPropertyDescriptor(target, name);
  Object.defineProperty(target, name, { value, configurable: true, writable: true });
  atEnd(() => (before ? Object.defineProperty(target, name, before) : Reflect.deleteProperty(target, name)));
}
