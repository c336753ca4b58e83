import { useEffect, useRef, type RefObject } from 'react';
import type { MotionControl } from '@site/host';
import { useServices } from '../services.ts';

/** `connection` is not in every browser, and not in TypeScript's DOM types. */
const connectionOf = ({ connection }: Navigator & { readonly connection?: { readonly saveData?: boolean } }) => connection;

const LESS_MOTION_OR_DATA = '(prefers-reduced-motion: reduce), (prefers-reduced-data: reduce)';

/** True if a card may load something just for the sake of motion. */
const mayComeAlive = (motion: MotionControl): boolean =>
  !motion.isPaused() && !window.matchMedia(LESS_MOTION_OR_DATA).matches && !connectionOf(navigator)?.saveData;

/**
 * Lets the exhibit of a remote's page come alive in its card while a mouse rests on the card or the keyboard focus is in it.
 * The code for that is fetched when it first happens.
 * @returns the ref of the card
 */
export function useAlive<E extends HTMLElement>(path: string): RefObject<E | null> {
  const card = useRef<E>(null);
  const { host, remotes, remotePages } = useServices();
  useEffect(() => {
    const element = card.current;
    const remote = remotes.find(({ routes }) => routes.some((route) => route.path === path));
    const route = remote?.routes.find((one) => one.path === path);
    if (!element || !remote || !route?.alive) return;
    const { motion } = host;
    const shown = new AbortController();
    const { signal } = shown;
    const load = async () => (await remotePages.warm()).drawing(remote, route);
    const enter = async () => {
      if (!mayComeAlive(motion)) return;
      const { enterCard } = await import('../alive/alive-cards.ts');
      if (!signal.aborted && element.matches(':hover, :focus-within')) enterCard({ path, element, motion, left: signal, load });
    };
    // This only anticipates what the visitor wants to see; if it fails, the still stays.
    const tryToEnter = () => void enter().catch(() => {});
    element.addEventListener('pointerenter', ({ pointerType }) => pointerType === 'touch' || tryToEnter(), { signal });
    element.addEventListener(
      'focusin',
      ({ target }) => {
        if (target instanceof Element && target.matches(':focus-visible')) tryToEnter();
      },
      { signal },
    );
    const resume = () => !motion.isPaused() && element.matches(':hover, :has(:focus-visible)') && tryToEnter();
    signal.addEventListener('abort', motion.subscribe(resume));
    return () => shown.abort();
  }, [host, path, remotes, remotePages]);
  return card;
}
