interface Asks {
  requestPermission?: () => Promise<PermissionState>;
}

interface MotionWindow {
  DeviceMotionEvent?: Asks;
  DeviceOrientationEvent?: Asks;
}

/** The DOM types do not know requestPermission, nor that a browser may lack the events. */
export const motionEventsOf = (window: Window) => window as unknown as MotionWindow;

/**
 * Asks for the motion sensors; call it in the tap itself, before anything is awaited, for browsers ask only then. Where
 * nobody has to ask, the answer is 'granted'; a browser that could not ask just now answers 'prompt'.
 */
export async function askForMotion(window: Window): Promise<PermissionState> {
  const { DeviceMotionEvent: motion, DeviceOrientationEvent: orientation } = motionEventsOf(window);
  const asked = [motion, orientation].map(async (events) => events?.requestPermission?.() ?? 'granted');
  const answers = await Promise.allSettled(asked);
  if (answers.some((answer) => answer.status === 'fulfilled' && answer.value === 'denied')) return 'denied';
  return answers.some((answer) => answer.status === 'rejected') ? 'prompt' : 'granted';
}
