import { useEffect, useRef } from 'react';
import type { Layout } from '../engine/layouts.ts';
import { PreviewCanvas } from '../engine/studio.tsx';
import { drawPreview, type PreviewColors } from './preview.draw.ts';
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

/** A sketch of a finished picture: its layout, and the many moments in it. */
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
    <PreviewCanvas
      ref={canvas}
      className={layout.isCovered ? styles.covered : undefined}
      width={layout.width}
      height={layout.height}
      aria-label={name}
    />
  );
}
