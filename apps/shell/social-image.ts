import type { SocialImage } from '@site/contracts';

/** The page's background, `--ground` in libs/ui/src/tokens.css; the browser's window gets the same color. */
export const THEME_COLORS = { light: '#ffffff', dark: '#0b0e1a' };

/** Drawn when the shell is built, by `social-image-draw.ts`; it shows the site's circles, and no words that could go stale. */
export const SOCIAL_IMAGE: SocialImage = {
  file: 'social-image.png',
  width: 1200,
  height: 630,
  alt: 'Large translucent circles in orange, sky blue, rose and green, overlapping on white',
};
