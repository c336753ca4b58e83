import { act, screen } from '@testing-library/react';
import type { ComponentType } from 'react';
import { renderPage } from '../../../../tools/jest/render-page.tsx';
import { Component as AnalogClock } from './analog-clock.page.tsx';
import { createHands, runHands } from './clock-hands.ts';
import { wallTimeIn } from './clock.model.ts';
import { Component as Clocks } from './clocks.page.tsx';
import { poured } from './drawings/dry-fluid.model.ts';
import { skyAt, sunAngle } from './drawings/new-york.model.ts';
import { echo } from './drawings/radar.model.ts';
import { Component as GolfClock } from './golf-clock.page.tsx';
import { boastAt, hourBoastAt, parseSatireWords, posterTime } from './satire/satire-words.ts';
import { aFace, apart } from './testing/a-face.ts';
import { HOUR, NIGHTS } from './testing/clock-change.ts';
import content from '../../content/satire-clock.json';
import { Component as SatireClock } from './trump-clock.page.tsx';

const FRAME_MILLISECONDS = 1000 / 60;
const WORDS = parseSatireWords(content, 'content/satire-clock.json');

const PAGES: readonly (readonly [string, ComponentType, number])[] = [
  ['analog-clock', AnalogClock, 1],
  ['trump-clock', SatireClock, 1],
  ['golf-clock', GolfClock, 1],
  ['clocks', Clocks, 6],
];

afterEach(() => {
  jest.useRealTimers();
});

/** Hour, minute and second of a timestamp by arithmetic alone, without the clocks' code. */
function wallAt(epoch: number, offsetHours: number) {
  const second = Math.floor((epoch + offsetHours * HOUR) / 1000);
  return { hours: Math.floor(second / 3600) % 24, minutes: Math.floor(second / 60) % 60, seconds: second % 60, milliseconds: 0 };
}

test.each(NIGHTS)(
  'over the 24 hours of $night every drawing’s model shows the wall clock’s time at each of 86,400 ticks',
  ({ from, change, before, after }) => {
    jest.useFakeTimers({ now: from });
    const { face, shown } = aFace();
    let ticks = 0;
    const check = (what: string, is: boolean) => {
      if (!is) throw new Error(`${what} at ${new Date(Date.now()).toISOString()}`);
    };
    const stop = runHands(createHands(face), {
      read: wallTimeIn('America/New_York'),
      sweep: false,
      onTime: (time) => {
        const epoch = Date.now();
        const wall = wallAt(epoch, epoch < change ? before : after);
        const hour = 30 * (wall.hours % 12) + 0.5 * wall.minutes;
        const minute = 6 * wall.minutes + 0.1 * wall.seconds;
        const second = 6 * wall.seconds;
        check('late by a frame', epoch % 1000 < FRAME_MILLISECONDS);
        // The analog, geometric, fluid, golf and satire clocks use only these three angles.
        check('hour hand', apart(shown['--hour']!, hour) < 1e-6);
        check('minute hand', apart(shown['--minute']!, minute) < 1e-6);
        check('second hand', apart(shown['--second']!, second) < 1e-6);
        const sand = poured({ hour, minute, second });
        check('dry fluid', sand.second === wall.seconds && sand.minute === wall.minutes && sand.hour === Math.floor(hour / 6));
        check('radar', echo(second, second) === 1 && echo(shown['--second']!, second) > 0.999);
        check('sun', apart(sunAngle(time), 180 + 15 * (wall.hours + (wall.minutes + wall.seconds / 60) / 60)) < 0.3);
        const light = wall.hours < 5 || wall.hours >= 21 ? 'night' : wall.hours < 8 ? 'dawn' : wall.hours < 18 ? 'day' : 'dusk';
        check('sky', skyAt(time) === light);
        const [figures, half] = posterTime(time);
        check(
          'poster',
          `${figures} ${half}` ===
            `${wall.hours % 12 || 12}:${String(wall.minutes).padStart(2, '0')} ${wall.hours < 12 ? 'AM' : 'PM'}`,
        );
        check('boasts', hourBoastAt(WORDS, time) === hourBoastAt(WORDS, wall) && boastAt(WORDS, time) === boastAt(WORDS, wall));
        ticks += 1;
      },
    });
    jest.advanceTimersByTime(24 * HOUR);
    stop();
    expect(ticks).toBe(86_401);
  },
);

for (const { night, from, change, before, after } of NIGHTS) {
  test.each(PAGES)(
    `through 24 hours of ${night}, every drawing of %s is correct after each suspension`,
    (_name, Page, drawings) => {
      jest.useFakeTimers({ now: from });
      const { unmount } = renderPage(<Page />, { address: '/?tz=America/New_York' });
      const faces = [...document.querySelectorAll<HTMLElement & SVGSVGElement>('[role=img]')];
      expect(faces).toHaveLength(drawings);
      const last = new Map<Element, number>();
      for (let epoch = from; epoch < from + 24 * HOUR; epoch += 59 * 60_000 + 7_000) {
        // The device was suspended until now; then it runs for two seconds.
        jest.setSystemTime(epoch);
        act(() => {
          document.dispatchEvent(new Event('visibilitychange'));
        });
        for (let tick = 0; tick < 2; tick += 1) {
          const now = Date.now();
          const { hours, minutes, seconds } = wallAt(now, now < change ? before : after);
          for (const face of faces) {
            const angle = (hand: string) => Number.parseFloat(face.style.getPropertyValue(`--${hand}`));
            const where = `${face.getAttribute('aria-label')} at ${new Date(now).toISOString()}`;
            if (apart(angle('second'), 6 * seconds) > 1e-6) throw new Error(`second hand of ${where}`);
            if (apart(angle('minute'), 6 * minutes + 0.1 * seconds) > 1e-6) throw new Error(`minute hand of ${where}`);
            if (apart(angle('hour'), 30 * (hours % 12) + 0.5 * minutes) > 1e-6) throw new Error(`hour hand of ${where}`);
            if (angle('second') < (last.get(face) ?? -Infinity)) throw new Error(`backwards: ${where}`);
            last.set(face, angle('second'));
            const written = `${hours % 12 || 12}:${String(minutes).padStart(2, '0')} ${hours < 12 ? 'AM' : 'PM'}`;
            if (!face.getAttribute('aria-label')?.endsWith(`showing ${written}`)) throw new Error(`name of ${where}`);
          }
          act(() => jest.advanceTimersByTime(1000));
        }
      }
      unmount();
      expect(jest.getTimerCount()).toBe(0);
    },
  );
}

test.each(PAGES)('%s names the zone that it cannot show, and shows the device’s own', (_name, Page) => {
  renderPage(<Page />, { address: '/?tz=Mars/Olympus' });
  expect(document.body.textContent).toMatch(
    /This browser does not know the time zone “Mars\/Olympus”: the clocks? shows? your own\./,
  );
});

test.each(PAGES)('the names of %s change once a minute, and no second is announced', (_name, Page) => {
  jest.useFakeTimers({ now: new Date(2026, 8, 14, 10, 8, 30) });
  renderPage(<Page />);
  const drawings = screen.getAllByRole('img').filter((drawing) => drawing.hasAttribute('aria-label'));
  expect(drawings.length).toBeGreaterThan(0);
  const names = new Set<string>();
  const announced = new Set<string>();
  for (let second = 0; second < 60; second += 1) {
    act(() => jest.advanceTimersByTime(1000));
    names.add(drawings.map((drawing) => drawing.getAttribute('aria-label')).join());
    announced.add([...document.querySelectorAll('[role=status], [aria-live]')].map((region) => region.textContent).join());
  }
  expect(names.size).toBe(2);
  expect(announced.size).toBe(1);
});
