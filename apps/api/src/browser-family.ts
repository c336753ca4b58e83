export type BrowserFamily = 'Chromium' | 'Firefox' | 'Safari' | 'other';

/** The engine that a user agent names; nothing else in it is kept. Every browser on iOS uses Safari's engine. */
export function browserFamily(userAgent: string | undefined): BrowserFamily {
  const text = userAgent ?? '';
  if (/\b(?:iPhone|iPad|iPod)\b/.test(text)) return 'Safari';
  if (/\b(?:Chrome|Chromium|HeadlessChrome)\//.test(text)) return 'Chromium';
  if (/\bFirefox\//.test(text)) return 'Firefox';
  return /\bVersion\/[\d.]+.*\bSafari\//.test(text) ? 'Safari' : 'other';
}
