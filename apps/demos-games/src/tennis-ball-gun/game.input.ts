import { aimAt, BALL_SPEED, clampAim, directionOf, GRAVITY, type Cannon, type Input } from '@site/sim/tennis-ball-gun';

/** Aim units per tick while Q or E is held: from side to side in a little over a second. */
const KEY_TURN = 48;
/** px from the cannon to the crosshair if no pointer has set its position. */
const KEY_REACH = 330;
const STICK_DEAD_ZONE = 0.35;
/** Button numbers of the standard gamepad. */
const PAD_FIRE = [0, 5, 7];
const PAD_PAUSE = 9;
const PAD_LEFT = 14;
const PAD_RIGHT = 15;

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** The aim with which a ball passes through a point, allowing for its fall on the way. */
export function aimThrough({ x, y }: Pick<Cannon, 'x' | 'y'>, target: Point): number {
  let above = 0;
  for (let round = 0; round < 4; round += 1) {
    const ticks = Math.hypot(target.x - x, target.y - above - y) / BALL_SPEED;
    above = (GRAVITY * ticks * (ticks + 1)) / 2;
  }
  return aimAt(x, y, target.x, target.y - above);
}

export interface Controls {
  /** The input for one tick, from the keys, pads and pointers that are held. */
  read(cannon: Cannon): Input;
  crosshair(cannon: Cannon): Point;
  /** A key went down; returns false for keys that the game does not use. */
  press(key: string): boolean;
  lift(key: string): void;
  /** Sets the position of the pointer, in px of the field. */
  point(place: Point): void;
  setFiring(firing: boolean): void;
  /** A press on an on-screen pad, by pointer: each finger has its own. */
  pressPad(pointer: number, move: -1 | 1): void;
  liftPad(pointer: number): void;
  /** Releases everything, as when the window loses focus. */
  release(): void;
}

const KEYS: Readonly<Record<string, 'left' | 'right' | 'fire' | 'turnLeft' | 'turnRight'>> = {
  a: 'left',
  arrowleft: 'left',
  d: 'right',
  arrowright: 'right',
  ' ': 'fire',
  q: 'turnLeft',
  e: 'turnRight',
};

export function createControls(onPadPause: () => void = () => {}, gamepads = connectedGamepads): Controls {
  const held = new Set<string>();
  let target: Point | undefined;
  let aim = 0;
  let firing = false;
  const pads = new Map<number, -1 | 1>();
  let pausePressed = false;
  const holds = (what: string) => [...held].some((key) => KEYS[key] === what);

  function readGamepad(): { readonly move: number; readonly fire: boolean } {
    const gamepad = gamepads();
    if (!gamepad) return { move: 0, fire: false };
    const { axes, buttons } = gamepad;
    const isDown = (button: number) => buttons[button]?.pressed === true;
    const [moveX = 0, , aimX = 0, aimY = 0] = axes;
    if (Math.hypot(aimX, aimY) > STICK_DEAD_ZONE) {
      target = undefined;
      aim = aimAt(0, 0, aimX, Math.min(aimY, -0.01));
    }
    if (isDown(PAD_PAUSE) && !pausePressed) onPadPause();
    pausePressed = isDown(PAD_PAUSE);
    const stick = Math.abs(moveX) > STICK_DEAD_ZONE ? Math.sign(moveX) : 0;
    return {
      move: isDown(PAD_LEFT) ? -1 : isDown(PAD_RIGHT) ? 1 : stick,
      fire: PAD_FIRE.some((button) => isDown(button)),
    };
  }

  return {
    read(cannon) {
      const gamepad = readGamepad();
      const turn = Number(holds('turnRight')) - Number(holds('turnLeft'));
      if (turn !== 0) {
        if (target) aim = aimThrough(cannon, target);
        target = undefined;
        aim = clampAim(aim + turn * KEY_TURN);
      }
      const pad = [...pads.values()].at(-1) ?? 0;
      const move = Math.sign(Number(holds('right')) - Number(holds('left')) + pad + gamepad.move) as -1 | 0 | 1; // a sign is one of these
      return {
        move: move === 0 ? 0 : move,
        fire: firing || holds('fire') || gamepad.fire,
        aim: target ? aimThrough(cannon, target) : aim,
      };
    },
    crosshair({ x, y }) {
      if (target) return target;
      const direction = directionOf(aim);
      return { x: x + direction.x * KEY_REACH, y: y + direction.y * KEY_REACH };
    },
    press(key) {
      const name = key.toLowerCase();
      if (!Object.hasOwn(KEYS, name)) return false;
      held.add(name);
      return true;
    },
    lift: (key) => void held.delete(key.toLowerCase()),
    point(place) {
      target = place;
    },
    setFiring(next) {
      firing = next;
    },
    pressPad: (pointer, move) => void pads.set(pointer, move),
    liftPad: (pointer) => void pads.delete(pointer),
    release() {
      held.clear();
      firing = false;
      pads.clear();
    },
  };
}

function connectedGamepads(): Pick<Gamepad, 'axes' | 'buttons'> | undefined {
  return navigator.getGamepads?.().find((gamepad) => gamepad?.connected) ?? undefined;
}

/** Connects the pointers on the stage to the controls: a mouse aims and holding fires; a finger drags the aim and fires. */
export function attachPointer(element: HTMLElement, controls: Controls, toField: (x: number, y: number) => Point): () => void {
  let pressed: number | undefined;
  const move = (event: PointerEvent) => {
    if (pressed !== undefined && event.pointerId !== pressed) return;
    controls.point(toField(event.clientX, event.clientY));
  };
  const down = (event: PointerEvent) => {
    if (event.button !== 0 || pressed !== undefined) return;
    pressed = event.pointerId;
    element.setPointerCapture?.(event.pointerId);
    move(event);
    controls.setFiring(true);
  };
  const up = (event: PointerEvent) => {
    if (event.pointerId !== pressed) return;
    pressed = undefined;
    controls.setFiring(false);
  };
  // A finger that holds still must not open the browser's menu.
  const noMenu = (event: Event) => event.preventDefault();
  element.addEventListener('pointermove', move);
  element.addEventListener('pointerdown', down);
  element.addEventListener('pointerup', up);
  element.addEventListener('pointercancel', up);
  element.addEventListener('contextmenu', noMenu);
  return () => {
    element.removeEventListener('pointermove', move);
    element.removeEventListener('pointerdown', down);
    element.removeEventListener('pointerup', up);
    element.removeEventListener('pointercancel', up);
    element.removeEventListener('contextmenu', noMenu);
  };
}
