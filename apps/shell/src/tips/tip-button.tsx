import { lazy, Suspense, type ComponentProps } from 'react';
import { useTipTiming } from './use-tip-timing.ts';

const TipBubble = lazy(() => import('./tip-bubble.tsx'));

/** A button that explains itself to those who point at it. The bubble's code is fetched for the first tip. */
export function TipButton({ tip, onClick, ...rest }: ComponentProps<'button'> & { readonly tip: string }) {
  const { anchor, close, handlers } = useTipTiming();
  return (
    <>
      <button
        type="button"
        {...rest}
        {...handlers}
        onClick={(event) => {
          close();
          onClick?.(event);
        }}
      />
      {anchor && (
        <Suspense fallback={null}>
          <TipBubble anchor={anchor} text={tip} onClose={close} />
        </Suspense>
      )}
    </>
  );
}
