import type { Palette } from './balls.draw.ts';

/** The site's colors in the current color scheme; without a style sheet those of the light scheme. */
export function paletteOf(element: Element): Palette {
  const style = getComputedStyle(element);
  const color = (name: string, otherwise: string) => {
    const value = style.getPropertyValue(name).trim();
    return /^#[0-9a-f]{6}$/i.test(value) ? value : otherwise;
  };
  return {
    ground: color('--exhibit-ground', '#ffffff'),
    balls: [color('--orange', '#ff8a1f'), color('--sky', '#35b6ff'), color('--rose', '#ff5f8f'), color('--green', '#3fe06b')],
  };
}
