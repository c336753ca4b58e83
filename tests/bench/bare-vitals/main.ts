// The minimum that a page needs to report its Core Web Vitals: Google's library and one beacon.
import { onCLS, onINP, onLCP, onTTFB, type Metric } from 'web-vitals';

const measured: Record<string, number> = {};
const note = ({ name, value }: Metric) => {
  measured[name] = value;
};
for (const measure of [onCLS, onINP, onLCP, onTTFB]) measure(note, { reportAllChanges: true });
addEventListener('pagehide', () => {
  const body = JSON.stringify({ path: location.pathname, ...measured });
  navigator.sendBeacon('/api/vitals', new Blob([body], { type: 'application/json' }));
});
