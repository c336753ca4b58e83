import type { SensorListener, Stop } from './sensor-listener.ts';

interface Battery extends EventTarget {
  /** 0 to 1. */
  readonly level: number;
  readonly charging: boolean;
}

/** The DOM types lack getBattery, as do Firefox and Safari. */
type BatteryNavigator = Navigator & { getBattery?: () => Promise<Battery> };

export const hasBattery = (window: Window): boolean => typeof (window.navigator as BatteryNavigator).getBattery === 'function';

export function listenToBattery(window: Window, listener: SensorListener): Stop {
  let isStopped = false;
  let stop = () => {};
  const begin = async () => {
    try {
      const battery = await (window.navigator as BatteryNavigator).getBattery?.();
      if (!battery || isStopped) return;
      const read = () => listener.sample('battery', window.performance.now(), [battery.level * 100, battery.charging ? 1 : 0]);
      battery.addEventListener('levelchange', read);
      battery.addEventListener('chargingchange', read);
      stop = () => {
        battery.removeEventListener('levelchange', read);
        battery.removeEventListener('chargingchange', read);
      };
      read();
    } catch {
      // Only a permissions policy rejects the promise.
      listener.report('battery', { permission: 'refused', hasValue: false });
    }
  };
  void begin();
  return () => {
    isStopped = true;
    stop();
  };
}
