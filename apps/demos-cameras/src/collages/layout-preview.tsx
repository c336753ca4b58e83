import { useEffect, useRef } from 'react';
import type { Layout } from '../engine/layouts.ts';
import { PreviewCanvas } from '../engine/setup-panel.tsx';
import { drawPreview, previewColors, type PreviewColors } from './preview.draw.ts';
import styles from './collages.module.css';

function colorsOf(element: Element): PreviewColors {
  const style = getComputedStyle(element);
  return previewColors((name) => style.getPropertyValue(name).trim());
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
