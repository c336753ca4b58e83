import { useCallback, useLayoutEffect, useMemo, useRef } from 'react';
import { isMobile, useFrameLoop } from '@site/stage';
import { create, meetAll, resize, shapeOf, step, type Circle, type Room, type Walls } from './bouncing.model.ts';

interface BouncingOptions {
  /** Px per tick, one for each element. */
  readonly velocities: readonly { readonly vx: number; readonly vy: number }[];
  /** In the coordinates of the elements' offset parent. */
  readonly wallsOf: (parent: HTMLElement) => Walls;
  /** They meet like balls instead of passing through one another. */
  readonly meet?: boolean;
  /** Keeps the circles still even while motion is not paused. */
  readonly held?: boolean;
}

interface Bouncing {
  /** Ref of the element at `index`. */
  readonly refOf: (index: number) => (element: HTMLElement | null) => void;
  /** Ref of an element that shares the place and shape of the one at `index`. */
  readonly twinOf: (index: number) => (element: HTMLElement | null) => void;
  readonly circleAt: (index: number) => { readonly room: Room; readonly circle: Circle } | undefined;
  /** Draws now: for changes that the loop does not make. */
  readonly draw: () => void;
}

/** Where the style sheet puts an element; offsets ignore transforms. */
function measure(element: HTMLElement) {
  const radius = element.offsetWidth / 2;
  return { x: element.offsetLeft + radius, y: element.offsetTop + element.offsetHeight / 2, radius };
}

export const ownWalls = (parent: HTMLElement): Walls => ({
  left: 0,
  top: 0,
  right: parent.clientWidth,
  bottom: parent.clientHeight,
});

/**
 * Lets circles drift between walls from where the style sheet puts them. Drawing sets transforms on the elements; a frame
 * causes no render. Until the first step they stay there, which is what a visitor who prefers reduced motion sees.
 */
export function useBouncing({ velocities, wallsOf, meet = false, held = false }: BouncingOptions): Bouncing {
  const elements = useRef<(HTMLElement | null)[]>([]);
  const twins = useRef<(HTMLElement | null)[]>([]);
  const room = useRef<Room>({ walls: { left: 0, top: 0, right: 0, bottom: 0 }, circles: [] });
  const homes = useRef<readonly ReturnType<typeof measure>[]>([]);
  const moved = useRef(false);
  const options = useRef({ velocities, wallsOf });

  const draw = useCallback((ahead = 0) => {
    room.current.circles.forEach((circle, index) => {
      const element = elements.current[index];
      const home = homes.current[index];
      if (!element || !home) return;
      const lead = circle.held ? 0 : ahead;
      const shape = shapeOf(circle);
      const x = circle.x - home.x + circle.vx * lead;
      const y = circle.y - home.y + circle.vy * lead;
      const transform = `translate3d(${x.toFixed(2)}px, ${y.toFixed(2)}px, 0) scale(${shape.x.toFixed(4)}, ${shape.y.toFixed(4)})`;
      element.style.transform = transform;
      const twin = twins.current[index];
      if (twin) twin.style.transform = transform;
    });
  }, []);

  useLayoutEffect(() => {
    function fit() {
      const shown = elements.current.filter((element) => element !== null);
      const parent = shown[0]?.offsetParent;
      if (!(parent instanceof HTMLElement)) return;
      homes.current = shown.map(measure);
      const walls = options.current.wallsOf(parent);
      const isNew = room.current.circles.length !== shown.length;
      if (isNew || !moved.current) {
        room.current = create(
          walls,
          homes.current.map((home, index) => ({ ...home, ...(options.current.velocities[index] ?? { vx: 0, vy: 0 }) })),
        );
        return;
      }
      resize(
        room.current,
        walls,
        homes.current.map(({ radius }) => radius),
      );
      draw();
    }
    fit();
    window.addEventListener('resize', fit);
    return () => window.removeEventListener('resize', fit);
  }, [draw]);

  useFrameLoop(
    {
      step: () => {
        moved.current = true;
        step(room.current);
        if (meet) meetAll(room.current);
      },
      draw,
      halfRate: isMobile(),
    },
    held,
  );

  return useMemo(
    () => ({
      refOf: (index) => (element) => {
        elements.current[index] = element;
      },
      twinOf: (index) => (element) => {
        twins.current[index] = element;
      },
      circleAt: (index) => {
        const circle = room.current.circles[index];
        if (circle) moved.current = true;
        return circle && { room: room.current, circle };
      },
      draw: () => draw(),
    }),
    [draw],
  );
}
