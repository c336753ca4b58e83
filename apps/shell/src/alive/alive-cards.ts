import type { AliveModule, MotionControl } from '@site/host';
import { startFrameLoop, type FrameLoop } from '@site/stage';
import { IDLE, nextAlive, type AliveEffect, type AliveEvent } from './alive.state.ts';

/** A pointer that crosses the page on its way elsewhere loads nothing. */
const REST_MILLISECONDS = 150;
const FADE_MILLISECONDS = 200;
/** Above 2 device pixels per CSS px there is no visible difference in a card. */
const MAX_PIXEL_RATIO = 2;
const DARK = '(prefers-color-scheme: dark)';

/** A card that the visitor points at. */
export interface EnteredCard {
  readonly path: string;
  readonly element: HTMLElement;
  /** Aborted when the card leaves the page. */
  readonly left: AbortSignal;
  readonly motion: MotionControl;
  load(): Promise<AliveModule>;
}

interface Visit {
  readonly number: number;
  readonly card: EnteredCard;
  /** Aborted at the end: removes listeners and the timer. */
  readonly ending: AbortController;
  canvas?: HTMLCanvasElement;
  loop?: FrameLoop;
}

let state = IDLE;
let visit: Visit | undefined;

function send(event: AliveEvent, entered?: EnteredCard): void {
  const [next, effects] = nextAlive(state, event);
  state = next;
  for (const effect of effects) run(effect, entered);
}

function run(effect: AliveEffect, entered: EnteredCard | undefined): void {
  if (effect === 'wait' && entered) wait(entered);
  else if (effect === 'load' && visit) void load(visit);
  else if (effect === 'show' && visit) show(visit);
  else if (effect === 'end' && visit) end(visit);
}

function wait(card: EnteredCard): void {
  const { element, path, left, motion } = card;
  const ending = new AbortController();
  const { signal } = ending;
  const { visit: number } = state;
  visit = { number, card, ending };
  const leave = () => send({ type: 'leave', card: path });
  // The pointer and the focus each keep it alive.
  element.addEventListener('pointerleave', () => element.querySelector(':focus-visible') ?? leave(), { signal });
  element.addEventListener(
    'focusout',
    ({ relatedTarget }) => {
      if (!(relatedTarget instanceof Node && element.contains(relatedTarget)) && !element.matches(':hover')) leave();
    },
    { signal },
  );
  left.addEventListener('abort', leave, { signal });
  const off = () => send({ type: 'motion-off' });
  signal.addEventListener(
    'abort',
    motion.subscribe(() => motion.isPaused() && off()),
  );
  document.addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && off(), { signal });
  // A drawing keeps the colors with which it began.
  for (const query of ['(prefers-reduced-motion: reduce)', DARK])
    window.matchMedia(query).addEventListener('change', off, { signal });
  const timer = setTimeout(() => send({ type: 'rested', visit: number }), REST_MILLISECONDS);
  signal.addEventListener('abort', () => clearTimeout(timer));
}

/** If the module does not load, does not start or throws later, the still stays in place: nobody asked for more. */
async function load(begun: Visit): Promise<void> {
  const { number, card, ending } = begun;
  const fail = () => send({ type: 'failed', visit: number });
  const orFail = <T extends unknown[]>(work: (...args: T) => void) => {
    return (...args: T) => {
      try {
        work(...args);
      } catch {
        fail();
      }
    };
  };
  try {
    const still = card.element.querySelector<HTMLImageElement>('picture > img');
    const [{ start }] = await Promise.all([card.load(), still?.decode()]);
    if (!still || ending.signal.aborted) return;
    const canvas = document.createElement('canvas');
    canvas.ariaHidden = 'true';
    const ratio = Math.min(window.devicePixelRatio, MAX_PIXEL_RATIO);
    canvas.width = Math.round(still.clientWidth * ratio);
    canvas.height = Math.round(still.clientHeight * ratio);
    const colors = getComputedStyle(document.documentElement);
    const { step, draw } = start(canvas, {
      still,
      scheme: window.matchMedia(DARK).matches ? 'dark' : 'light',
      token: (name) => colors.getPropertyValue(name).trim(),
    });
    draw(1);
    still.parentElement?.after(canvas);
    begun.canvas = canvas;
    begun.loop = startFrameLoop(window, { step: orFail(step), draw: orFail(draw) });
    send({ type: 'loaded', visit: number });
  } catch {
    fail();
  }
}

function show({ canvas, loop }: Visit): void {
  canvas?.animate({ opacity: [0, 1] }, FADE_MILLISECONDS);
  loop?.setPaused(false);
}

function end({ ending, loop, canvas }: Visit): void {
  ending.abort();
  loop?.stop();
  const fade = canvas?.animate({ opacity: [1, 0] }, { duration: FADE_MILLISECONDS, fill: 'forwards' });
  fade?.addEventListener('finish', () => canvas?.remove());
  visit = undefined;
}

/** The visitor points at a card or has moved the focus into it. */
export function enterCard(card: EnteredCard): void {
  send({ type: 'enter', card: card.path }, card);
}
