import { useEffect, useRef, type ReactNode } from 'react';
import type { FrameMessage } from '../history/embed-code.ts';

/** Reports the height of this page's content to the embedding page. Any page may know it: a height is not a secret. */
export function HeightReporter({ children }: { readonly children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const content = box.current;
    if (!content || window.parent === window) return undefined;
    const report = () => {
      // A placeholder says nothing about the height of what it stands for: until that is shown, the frame stays as it is.
      if (content.querySelector('[data-placeholder]')) return;
      // Not the document's own height, which is never less than the frame's.
      const main = content.closest('main');
      const below = main ? Number.parseFloat(getComputedStyle(main).paddingBottom) : 0;
      const embedHeight = Math.ceil(content.getBoundingClientRect().bottom + window.scrollY + (below || 0));
      window.parent.postMessage({ embedHeight } satisfies FrameMessage, '*');
    };
    const observer = new ResizeObserver(report);
    observer.observe(content);
    return () => observer.disconnect();
  }, []);
  return <div ref={box}>{children}</div>;
}
