import { lazy, Suspense, useId, type ComponentProps, type ComponentType } from 'react';
import type { TipBubbleProps } from './tip-bubble.tsx';
import { useTipTiming } from './use-tip-timing.ts';

/** A tip whose code does not arrive is not shown: even without it the button says what it does. */
const TipBubble = lazy<ComponentType<TipBubbleProps>>(() => import('./tip-bubble.tsx').catch(() => ({ default: () => null })));

/** A button that explains itself to those who point at it. The bubble's code is fetched for the first tip. */
export function TipButton({ tip, onClick, ...rest }: ComponentProps<'button'> & { readonly tip: string }) {
  const { anchor, close, handlers } = useTipTiming();
  const id = useId();
  return (
    <>
      <button
        type="button"
        {...rest}
        {...(anchor && { 'aria-describedby': id })}
        {...handlers}
        onClick={(event) => {
          close();
          onClick?.(event);
        }}
      />
      {anchor && (
        <Suspense fallback={null}>
          <TipBubble id={id} anchor={anchor} text={tip} onClose={close} />
        </Suspense>
      )}
    </>
  );
}
