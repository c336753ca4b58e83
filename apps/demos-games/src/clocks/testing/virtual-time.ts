import { act } from '@testing-library/react';

/** Each test in the file begins at this moment, and time passes only through `pass`. */
export function startAt(now: Date | number): void {
  beforeEach(() => {
    jest.useFakeTimers({ now });
  });
  afterEach(() => {
    jest.useRealTimers();
  });
}

export const pass = (milliseconds: number) => act(() => jest.advanceTimersByTime(milliseconds));
