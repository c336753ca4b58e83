export const hasCamera = (window: Window): boolean => Boolean(window.navigator.mediaDevices?.getUserMedia);

/** Requests the camera and closes it again at once, because no card shows its image. */
export async function askForCamera(window: Window): Promise<void> {
  const stream = await window.navigator.mediaDevices.getUserMedia({ video: true });
  for (const track of stream.getTracks()) track.stop();
}
