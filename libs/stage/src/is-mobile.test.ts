import { isMobile } from './is-mobile.ts';

function inWindow(width: number, userAgent: string): boolean {
  window.innerWidth = width;
  jest.spyOn(navigator, 'userAgent', 'get').mockReturnValue(userAgent);
  return isMobile();
}

afterEach(() => {
  window.innerWidth = 1024;
  jest.restoreAllMocks();
});

test('mobile is a window of up to 768 px, or a browser that identifies as mobile', () => {
  expect(inWindow(768, 'Mozilla/5.0 (X11; Linux x86_64)')).toBe(true);
  expect(inWindow(769, 'Mozilla/5.0 (X11; Linux x86_64)')).toBe(false);
  expect(inWindow(1200, 'Mozilla/5.0 (iPad; CPU OS 18_0 like Mac OS X)')).toBe(true);
  expect(inWindow(1200, 'Mozilla/5.0 (Linux; Android 16)')).toBe(true);
  expect(inWindow(1200, 'Opera/9.80 (S60; SymbOS; Opera Mobi/499)')).toBe(true);
});
