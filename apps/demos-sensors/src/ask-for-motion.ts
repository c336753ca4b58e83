interface PermissionGate {
  requestPermission?: () => Promise<PermissionState>;
}

interface MotionWindow {
  DeviceMotionEvent?: PermissionGate;
  DeviceOrientationEvent?: PermissionGate;
}

/** The DOM types lack requestPermission, and assume that every browser has the events. */
export const motionEventsOf = (window: Window) => window as unknown as MotionWindow;

const gatesOf = (window: Window): readonly (PermissionGate | undefined)[] => {
  const { DeviceMotionEvent: motion, DeviceOrientationEvent: orientation } = motionEventsOf(window);
  return [motion, orientation];
};

/** True if the browser sends no motion events until the visitor has given permission with a tap. */
export const mustAskForMotion = (window: Window): boolean => gatesOf(window).some((events) => Boolean(events?.requestPermission));

/**
 * Requests permission for the motion sensors. Call it synchronously in a tap handler, because browsers prompt only then.
 * @returns 'granted' if no permission is needed, 'prompt' if the browser could not ask just now
 */
export async function askForMotion(window: Window): Promise<PermissionState> {
  const asked = gatesOf(window).map(async (events) => events?.requestPermission?.() ?? 'granted');
  const results = await Promise.allSettled(asked);
  if (results.some((result) => result.status === 'fulfilled' && result.value === 'denied')) return 'denied';
  return results.some((result) => result.status === 'rejected') ? 'prompt' : 'granted';
}
