import { onCLS, onINP, onLCP, onTTFB, type Metric } from 'web-vitals';
import type { Device, VitalsReport } from '@site/contracts';

type Measured = Pick<VitalsReport, 'lcp' | 'inp' | 'cls' | 'ttfb'>;

/** Shorter side of the smallest tablets, in CSS px. */
const TABLET_SIDE = 600;

function deviceOf({ matchMedia, screen }: Window): Device {
  if (!matchMedia('(pointer: coarse)').matches) return 'desktop';
  return Math.min(screen.width, screen.height) < TABLET_SIDE ? 'phone' : 'tablet';
}

/**
 * Measures the Core Web Vitals of this document. Loaded after the page, which needs none of it.
 * @param token of the document's response
 * @param leave called once with this part of the report, when the visitor hides or leaves the document
 * @returns a function that ends the measurement earlier, when another page is opened in this document
 */
export function measureVitals(
  window: Window,
  token: string,
  leave: (report: Measured & Pick<VitalsReport, 'token' | 'device'>) => void,
): () => void {
  const measured: { -readonly [Name in keyof Measured]: Measured[Name] } = { lcp: null, inp: null, cls: null, ttfb: null };
  // Every change is noted, because the page may be left for another one at any time.
  const options = { reportAllChanges: true };
  const note = ({ name, value }: Metric) => {
    const rounded = Number(value.toFixed(name === 'CLS' ? 4 : 0));
    if (name !== 'FCP') measured[name.toLowerCase() as keyof Measured] = rounded;
  };
  for (const measure of [onLCP, onINP, onCLS, onTTFB]) measure(note, options);
  let hasLeft = false;
  const end = () => {
    if (hasLeft) return;
    hasLeft = true;
    leave({ token, device: deviceOf(window), ...measured });
  };
  window.document.addEventListener('visibilitychange', () => window.document.visibilityState === 'hidden' && end());
  window.addEventListener('pagehide', end);
  return end;
}
