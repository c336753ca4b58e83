/** Parts of `navigator` that are read; a browser may lack any of them. */
export interface NavigatorLike {
  readonly platform?: string;
  readonly language?: string;
  readonly onLine?: boolean;
  readonly hardwareConcurrency?: number;
  readonly deviceMemory?: number;
  readonly maxTouchPoints?: number;
  readonly cookieEnabled?: boolean;
  readonly userAgent?: string;
  readonly vendor?: string;
  readonly appName?: string;
  readonly product?: string;
  readonly appCodeName?: string;
  readonly doNotTrack?: string | null;
  readonly pdfViewerEnabled?: boolean;
  javaEnabled?(): boolean;
}

export interface ScreenLike {
  readonly width?: number;
  readonly height?: number;
  readonly colorDepth?: number;
}

export interface WindowLike {
  readonly devicePixelRatio?: number;
}

/** A line of a card: name and value. */
export interface Fact {
  readonly name: string;
  readonly value: string;
}

export interface DeviceInfo {
  readonly device: readonly Fact[];
  readonly browser: readonly Fact[];
}

const UNKNOWN = 'Unknown';
const NOT_SET = 'Not set';

const text = (value: string | undefined): string => value || UNKNOWN;
const number = (value: number | undefined, unit = ''): string => (value === undefined ? UNKNOWN : `${value}${unit}`);
const yesNo = (value: boolean | undefined): string => {
  if (value === undefined) return UNKNOWN;
  return value ? 'Yes' : 'No';
};

function doNotTrackText(value: string | null | undefined): string {
  if (value === '1' || value === 'yes') return 'On';
  if (value === '0' || value === 'no') return 'Off';
  return NOT_SET;
}

/** Facts that the device and the browser report; missing ones are not invented. */
export function readDeviceInfo(navigator: NavigatorLike, screen: ScreenLike, window: WindowLike): DeviceInfo {
  const { width, height } = screen;
  return {
    device: [
      { name: 'Platform', value: text(navigator.platform) },
      { name: 'Language', value: text(navigator.language) },
      { name: 'Online', value: yesNo(navigator.onLine) },
      { name: 'Cores', value: number(navigator.hardwareConcurrency) },
      { name: 'Memory', value: number(navigator.deviceMemory, ' GB') },
      { name: 'Touch points', value: number(navigator.maxTouchPoints) },
      { name: 'Screen size', value: width === undefined || height === undefined ? UNKNOWN : `${width} × ${height}` },
      { name: 'Color depth', value: number(screen.colorDepth, ' bits') },
      { name: 'Pixel ratio', value: number(window.devicePixelRatio) },
      { name: 'Cookies enabled', value: yesNo(navigator.cookieEnabled) },
      { name: 'User agent', value: text(navigator.userAgent) },
    ],
    browser: [
      { name: 'Vendor', value: text(navigator.vendor) },
      { name: 'App name', value: text(navigator.appName) },
      { name: 'Product', value: text(navigator.product) },
      { name: 'Code name', value: text(navigator.appCodeName) },
      { name: 'Do not track', value: doNotTrackText(navigator.doNotTrack) },
      { name: 'Java enabled', value: yesNo(navigator.javaEnabled?.()) },
      { name: 'PDF viewer', value: yesNo(navigator.pdfViewerEnabled) },
    ],
  };
}
