import { useEffect, useState, useSyncExternalStore } from 'react';
import { createCameraSession, type CameraSession, type CameraState } from './camera-session.ts';

type Options = Parameters<typeof createCameraSession>[1];

/** The page's one camera session, connected for as long as the component is shown. Options are read once. */
export function useCamera(options: Options): { readonly session: CameraSession; readonly camera: CameraState } {
  const [session] = useState(() => createCameraSession(window, options));
  const camera = useSyncExternalStore(session.subscribe, session.getState);
  useEffect(() => session.connect(), [session]);
  return { session, camera };
}
