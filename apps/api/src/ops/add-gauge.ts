import { Gauge } from 'prom-client';
import type { Metrics } from './metrics.ts';

/** One value, or several distinguished by one label; null if there is none now. */
type GaugeValue = number | null | ReadonlyMap<string, number>;

interface GaugeOptions {
  /** Name of the label, for a map of values. */
  readonly label?: string;
  readonly read: () => GaugeValue | Promise<GaugeValue>;
}

/** A gauge that is read when Prometheus scrapes. One that cannot be read is omitted, so that the others are still reported. */
export function addGauge(
  { registry }: Pick<Metrics, 'registry'>,
  name: string,
  help: string,
  { label, read }: GaugeOptions,
): void {
  const gauge = new Gauge({
    name,
    help,
    labelNames: label === undefined ? [] : [label],
    registers: [],
    async collect() {
      this.reset();
      // A gauge without a label starts at 0, which would look like a measurement.
      this.remove({});
      try {
        const value = await read();
        if (typeof value === 'number') this.set(value);
        else for (const [key, one] of value ?? []) this.set({ [label ?? '']: key }, one);
      } catch {
        // Reported by /readyz, and in the log of the code that needs it.
      }
    },
  });
  registry.registerMetric(gauge);
}
