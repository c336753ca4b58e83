import { useEffect, useRef, type MouseEvent, type PointerEvent, type ReactNode, type Ref } from 'react';
import { Link, useNavigate } from '@site/router';
import { beginPress, continuePress, isClick, isMobile, throwVelocity, type Press } from '@site/stage';
import { useServices } from '../services.ts';

/** After a click, so that the press is seen (specification). */
const ACTION_DELAY_MILLISECONDS = 50;
/** Fastest throw in px per tick; beyond it a bubble only flickers from wall to wall. */
const MAX_THROW = 40;
/** Moves in quicker succession are ignored (specification). */
const THROTTLE_MILLISECONDS = { mobile: 16, desktop: 8 };

/** What a press does to the circle; positions in page px. */
export interface Hold {
  grab(x: number, y: number): void;
  drag(x: number, y: number): void;
  /** Without a velocity the circle continues as before. */
  release(velocity?: { readonly vx: number; readonly vy: number }): void;
  /** The circle is about to become its page. */
  grow(): void;
}

interface BubbleProps {
  readonly to: string;
  readonly className: string;
  readonly hold: Hold;
  readonly ref: Ref<HTMLAnchorElement>;
  readonly children: ReactNode;
}

type Move = Pick<PointerEvent, 'pageX' | 'pageY' | 'timeStamp'>;
const sampleOf = ({ pageX, pageY, timeStamp }: Move) => ({ x: pageX, y: pageY, at: timeStamp });

/** Browsers deliver one move per frame. The moves in between show how fast the pointer was, however slow the frames are. */
function movesOf({ nativeEvent }: PointerEvent): readonly Move[] {
  // Safari has had this since 17; the test's DOM has no pointer events at all.
  const moves = nativeEvent.getCoalescedEvents?.() ?? [];
  return moves.length > 0 ? moves : [nativeEvent];
}

/** A link that can be thrown about: a short still press opens it, anything else drags it. */
export function Bubble({ to, className, hold, ref, children }: BubbleProps) {
  const navigate = useNavigate();
  const { motion } = useServices().host;
  const press = useRef<Press>(undefined);
  /** True if the last press was a click; undefined for a click without a press, as from the keyboard. */
  const lastWasClick = useRef<boolean>(undefined);
  const action = useRef<number>(undefined);
  useEffect(() => () => window.clearTimeout(action.current), []);

  function onPointerDown(event: PointerEvent<HTMLAnchorElement>) {
    // Ctrl and a click open the context menu on a Mac, and the press may never end.
    if (event.button !== 0 || !event.isPrimary || event.ctrlKey) return;
    press.current = beginPress(sampleOf(event));
    event.currentTarget.setPointerCapture(event.pointerId);
    hold.grab(event.pageX, event.pageY);
  }
  function onPointerMove(event: PointerEvent<HTMLAnchorElement>) {
    const current = press.current;
    if (!current || !event.isPrimary) return;
    const throttle = THROTTLE_MILLISECONDS[isMobile() ? 'mobile' : 'desktop'];
    for (const move of movesOf(event)) {
      if (move.timeStamp - (current.recent.at(-1) ?? current.start).at < throttle) continue;
      continuePress(current, sampleOf(move));
      hold.drag(move.pageX, move.pageY);
    }
  }
  function onPointerUp(event: PointerEvent<HTMLAnchorElement>) {
    const current = press.current;
    if (!current || !event.isPrimary) return;
    press.current = undefined;
    const { recent } = current;
    continuePress(current, sampleOf(event));
    lastWasClick.current = isClick(current, event.timeStamp);
    if (lastWasClick.current) {
      hold.release();
      return;
    }
    hold.drag(event.pageX, event.pageY);
    // The pointer is often still at its last event, so the throw's velocity comes from the moves before it.
    hold.release(throwVelocity({ ...current, recent }, event.timeStamp, MAX_THROW));
  }
  /** The end of each press, also of one that the browser has cancelled. */
  function onLostPointerCapture() {
    if (!press.current) return;
    press.current = undefined;
    hold.release();
  }
  function onClick(event: MouseEvent<HTMLAnchorElement>) {
    const wasDrag = lastWasClick.current === false && event.detail !== 0;
    lastWasClick.current = undefined;
    if (wasDrag) {
      event.preventDefault();
      return;
    }
    // The browser opens new tabs and windows.
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    window.clearTimeout(action.current);
    action.current = window.setTimeout(open, ACTION_DELAY_MILLISECONDS);
  }
  function open() {
    // A browser without view transitions goes to the page at once.
    const viewTransition = !motion.isPaused() && 'startViewTransition' in document;
    if (viewTransition) hold.grow();
    void navigate(to, { viewTransition });
  }

  return (
    <Link
      ref={ref}
      to={to}
      className={className}
      draggable={false}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={onPointerUp}
      onLostPointerCapture={onLostPointerCapture}
      onClick={onClick}
    >
      {children}
    </Link>
  );
}
