import { readDeviceInfo, type DeviceInfo } from './read-device-info.ts';

const values = (facts: DeviceInfo['device']) => Object.fromEntries(facts.map(({ name, value }) => [name, value]));

test('a browser that says nothing gets "Unknown" and "Not set", never an invented value', () => {
  const { device, browser } = readDeviceInfo({}, {}, {});
  expect(new Set(device.map((fact) => fact.value))).toEqual(new Set(['Unknown']));
  expect(device).toHaveLength(11);
  expect(values(browser)).toEqual({
    Vendor: 'Unknown',
    'App name': 'Unknown',
    Product: 'Unknown',
    'Code name': 'Unknown',
    'Do not track': 'Not set',
    'Java enabled': 'Unknown',
    'PDF viewer': 'Unknown',
  });
});

test('every fact that a browser reports is shown, with its unit', () => {
  const { device, browser } = readDeviceInfo(
    {
      platform: 'Linux x86_64',
      language: 'en-GB',
      onLine: true,
      hardwareConcurrency: 8,
      deviceMemory: 16,
      maxTouchPoints: 5,
      cookieEnabled: true,
      userAgent: 'Mozilla/5.0 (test)',
      vendor: 'Example Inc.',
      appName: 'Netscape',
      product: 'Gecko',
      appCodeName: 'Mozilla',
      doNotTrack: '1',
      pdfViewerEnabled: true,
      javaEnabled: () => false,
    },
    { width: 1920, height: 1080, colorDepth: 24 },
    { devicePixelRatio: 1.5 },
  );
  expect(values(device)).toEqual({
    Platform: 'Linux x86_64',
    Language: 'en-GB',
    Online: 'Yes',
    Cores: '8',
    Memory: '16 GB',
    'Touch points': '5',
    'Screen size': '1920 × 1080',
    'Color depth': '24 bits',
    'Pixel ratio': '1.5',
    'Cookies enabled': 'Yes',
    'User agent': 'Mozilla/5.0 (test)',
  });
  expect(values(browser)).toEqual({
    Vendor: 'Example Inc.',
    'App name': 'Netscape',
    Product: 'Gecko',
    'Code name': 'Mozilla',
    'Do not track': 'On',
    'Java enabled': 'No',
    'PDF viewer': 'Yes',
  });
});

test('zero, false and the empty string are distinguished from a missing value', () => {
  const { device, browser } = readDeviceInfo(
    { maxTouchPoints: 0, onLine: false, cookieEnabled: false, vendor: '' },
    { width: 800 },
    {},
  );
  expect(values(device)).toMatchObject({ 'Touch points': '0', Online: 'No', 'Cookies enabled': 'No', 'Screen size': 'Unknown' });
  expect(values(browser).Vendor).toBe('Unknown');
});

test.each([
  ['1', 'On'],
  ['yes', 'On'],
  ['0', 'Off'],
  ['unspecified', 'Not set'],
  [null, 'Not set'],
])('do-not-track %s reads %s', (doNotTrack, word) => {
  expect(values(readDeviceInfo({ doNotTrack }, {}, {}).browser)['Do not track']).toBe(word);
});
