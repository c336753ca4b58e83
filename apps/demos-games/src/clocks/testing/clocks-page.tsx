import { renderPage } from '../../../../../tools/jest/render-page.tsx';
import { Component } from '../clocks.page.tsx';

/** 4:08:58.400 in New York, 13:38:58.400 in Kolkata. */
export const MOMENT = Date.UTC(2026, 8, 14, 8, 8, 58, 400);

/** The page with all clocks, set to Kolkata's time. */
export const kolkata = () => renderPage(<Component />, { address: '/projects/clocks?tz=Asia/Kolkata' });

export const drawings = () => [...document.querySelectorAll<SVGSVGElement & HTMLElement>('svg[role=img]')];
export const names = () => drawings().map((drawing) => drawing.getAttribute('aria-label'));
export const angles = (drawing: HTMLElement) =>
  ['hour', 'minute', 'second'].map((hand) => {
    const turned = Number.parseFloat(drawing.style.getPropertyValue(`--${hand}`)) % 360;
    return Math.round(turned * 1000) / 1000;
  });
