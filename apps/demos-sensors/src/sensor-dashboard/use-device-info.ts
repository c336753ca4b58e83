import { useEffect, useState } from 'react';
import { readDeviceInfo, type DeviceInfo } from './read-device-info.ts';

const CHANGES = ['online', 'offline', 'languagechange', 'resize'] as const;

const readNow = () => readDeviceInfo(navigator, screen, window);

/** Current facts about the device and the browser; updated when the connection, language or screen changes. */
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
