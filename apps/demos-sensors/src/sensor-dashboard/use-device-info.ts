import { useEffect, useState } from 'react';
import { readDeviceInfo, type DeviceInfo } from './read-device-info.ts';

const CHANGES = ['online', 'offline', 'languagechange', 'resize'] as const;

const readNow = () => readDeviceInfo(navigator, screen, window);

/** Device and browser as they are now; read again when the connection, the language or the screen changes. */
export function useDeviceInfo(): DeviceInfo {
  const [info, setInfo] = useState(readNow);
  useEffect(() => {
    const read = () => setInfo(readNow());
    for (const change of CHANGES) window.addEventListener(change, read);
    read();
    return () => {
      for (const change of CHANGES) window.removeEventListener(change, read);
    };
  }, []);
  return info;
}
