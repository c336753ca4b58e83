import { createContext, useContext, useEffect, useRef } from 'react';
import styles from './sensor-canvas.module.css';

/** Colors of the drawings; they follow the scheme and forced colors. */
export interface Palette {
  readonly ink: string;
  readonly soft: string;
  readonly line: string;
  readonly series: readonly [string, string, string];
  readonly disc: string;
  /** The second disc of light. */
  readonly bubble: string;
  readonly blend: GlobalCompositeOperation;
  readonly font: string;
}

/** Size in CSS pixels, and the colors. */
export interface CanvasArea {
  readonly width: number;
  readonly height: number;
  readonly palette: Palette;
}

export type Drawing = (context: CanvasRenderingContext2D, area: CanvasArea) => void;

/** The canvases of a page, which its one frame loop draws. */
export interface SensorCanvases {
  add(draw: () => void): () => void;
  drawAll(): void;
}

export function createSensorCanvases(): SensorCanvases {
  const all = new Set<() => void>();
  return {
    add(draw) {
      all.add(draw);
      return () => all.delete(draw);
    },
    drawAll() {
      for (const draw of all) draw();
    },
  };
}

export const SensorCanvasesContext = createContext<SensorCanvases | undefined>(undefined);

function paletteOf(canvas: HTMLCanvasElement): Palette {
  const style = getComputedStyle(canvas);
  const token = (name: string) => style.getPropertyValue(name).trim() || 'currentcolor';
  return {
    ink: token('--ink'),
    soft: token('--ink-soft'),
    line: token('--hairline'),
    series: [token('--series-1'), token('--series-2'), token('--series-3')],
    disc: token('--disc'),
    bubble: token('--bubble'),
    blend: token('--circle-blend') === 'screen' ? 'screen' : 'multiply',
    font: `600 11px ${style.fontFamily}`,
  };
}

interface SensorCanvasProps {
  /** Text for screen readers; the numbers are in the text beside it. */
  readonly label: string;
  readonly shape: 'strip' | 'round' | 'low';
  readonly draw: Drawing;
}

/** A canvas that is drawn by the page's loop while it is in view, and once whenever its drawing, size or colors change. */
export function SensorCanvas({ label, shape, draw }: SensorCanvasProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const latest = useRef(draw);
  const repaint = useRef(() => {});
  const canvases = useContext(SensorCanvasesContext);
  useEffect(() => {
    latest.current = draw;
    // While motion is paused, the page's loop stands still.
    repaint.current();
  }, [draw]);
  useEffect(() => {
    const element = canvas.current;
    const context = element?.getContext('2d');
    if (!element || !context || !canvases) return;
    let palette = paletteOf(element);
    let isSeen = true;
    function paint(): void {
      if (!element || !context || !isSeen) return;
      const { clientWidth: width, clientHeight: height } = element;
      // While the visitor leaves the page the canvas has no size, and a negative radius would throw.
      if (width === 0 || height === 0) return;
      const ratio = Math.min(window.devicePixelRatio || 1, 2);
      if (element.width !== Math.round(width * ratio) || element.height !== Math.round(height * ratio)) {
        element.width = Math.round(width * ratio);
        element.height = Math.round(height * ratio);
      }
      context.setTransform(ratio, 0, 0, ratio, 0, 0);
      context.clearRect(0, 0, width, height);
      context.font = palette.font;
      latest.current(context, { width, height, palette });
    }
    const recolor = () => {
      palette = paletteOf(element);
      paint();
    };
    const queries = ['(prefers-color-scheme: dark)', '(forced-colors: active)'].map((query) => window.matchMedia(query));
    for (const query of queries) query.addEventListener('change', recolor);
    const resizes = new ResizeObserver(paint);
    resizes.observe(element);
    const views = new IntersectionObserver((entries) => {
      isSeen = entries.at(-1)?.isIntersecting ?? true;
      paint();
    });
    views.observe(element);
    const remove = canvases.add(paint);
    repaint.current = paint;
    paint();
    return () => {
      repaint.current = () => {};
      remove();
      resizes.disconnect();
      views.disconnect();
      for (const query of queries) query.removeEventListener('change', recolor);
    };
  }, [canvases]);
  return <canvas ref={canvas} className={`${styles.canvas} ${styles[shape]}`} role="img" aria-label={label} />;
}
