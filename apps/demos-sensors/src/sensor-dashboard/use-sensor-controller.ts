import { useEffect, useState, useSyncExternalStore } from 'react';
import { createSensorController, type SensorController, type SensorControllerView } from './sensor-controller.ts';

/** The controller of this page: it listens while the page is shown and releases everything when the visitor leaves. */
export function useSensorController(): readonly [SensorController, SensorControllerView] {
  const [controller] = useState(() => createSensorController(window));
  const view = useSyncExternalStore(controller.subscribe, controller.view);
  useEffect(() => controller.attach(), [controller]);
  return [controller, view];
}
