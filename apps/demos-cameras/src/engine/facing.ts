export type Facing = 'user' | 'environment' | 'unknown';

const ENVIRONMENT_WORDS = ['back', 'rear', 'environment'];
const USER_WORDS = ['front', 'user', 'facetime'];

/**
 * The direction a camera faces. What the camera itself reports comes first, then whole words in its name; words for the
 * rear win: "Back camera, front of the dock" is a rear camera.
 */
export function facingOf(label: string, facingModes: readonly string[] = []): Facing {
  if (facingModes.includes('environment')) return 'environment';
  if (facingModes.includes('user')) return 'user';
  const words = label.toLowerCase().split(/[^\p{L}\p{N}]+/u);
  if (ENVIRONMENT_WORDS.some((word) => words.includes(word))) return 'environment';
  if (USER_WORDS.some((word) => words.includes(word))) return 'user';
  return 'unknown';
}

export interface Camera {
  readonly deviceId: string;
  /** The browser's name for it, or 'Camera n'. */
  readonly label: string;
  readonly facing: Facing;
}

/** The initial camera: the rear one if there is one, otherwise the first. */
export function preselect(cameras: readonly Camera[], prefers: 'rear' | 'first'): Camera | undefined {
  const rear = prefers === 'rear' ? cameras.find(({ facing }) => facing === 'environment') : undefined;
  return rear ?? cameras[0];
}
