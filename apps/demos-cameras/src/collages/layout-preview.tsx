import { useEffect, useRef } from 'react';
import type { Layout } from '../engine/layouts.ts';
import { drawPreview, type PreviewColors } from './preview.draw.ts';
import studio from '../engine/studio.module.css';
import styles from './collages.module.css';

function colorsOf(element: Element): PreviewColors {
  const style = getComputedStyle(element);
  const token = (name: string) => style.getPropertyValue(name).trim();
  return {
    ground: token('--ground'),
    discs: [token('--sky'), token('--orange'), token('--rose'), token('--green')],
    blend: token('--circle-blend') === 'screen' ? 'screen' : 'multiply',
    line: token('--ground'),
  };
}

/** What a finished picture is like: the layout, and the many moments in it. */
export function LayoutPreview({ layout, name }: { readonly layout: Layout; readonly name: string }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const scheme = window.matchMedia('(prefers-color-scheme: dark)');
    const draw = () => {
      const element = canvas.current;
      const context = element?.getContext('2d');
      if (element && context) drawPreview(context, layout, colorsOf(element));
    };
    draw();
    scheme.addEventListener('change', draw);
    return () => scheme.removeEventListener('change', draw);
  }, [layout]);
  return (
    <canvas
      ref={canvas}
      className={layout.isCovered ? `${studio.preview} ${styles.covered}` : studio.preview}
      width={layout.width}
      height={layout.height}
      role="img"
      aria-label={name}
    />
  );
}
