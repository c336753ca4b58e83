import type { Page } from '@playwright/test';

/** Descriptions of illegible text: beyond the edge, clipped by its own box, or covered. */
export function illegibleTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    const { clientWidth, scrollWidth } = document.documentElement;
    if (scrollWidth > clientWidth) found.push(`the page is ${scrollWidth} px wide in a window of ${clientWidth}`);
    const named = (element: Element) => `${element.tagName} “${element.textContent?.trim().slice(0, 40)}”`;
    const texts = [...document.querySelectorAll('header *, main *, footer *')].filter(
      (element) =>
        [...element.childNodes].some(({ nodeType, textContent }) => nodeType === 3 && textContent?.trim()) &&
        element.checkVisibility() &&
        !element.closest('.visually-hidden, dialog:not([open])'),
    );
    for (const element of texts) {
      for (const node of element.childNodes) {
        if (node.nodeType !== 3) continue;
        const range = document.createRange();
        range.selectNodeContents(node);
        for (const { left, right, width } of range.getClientRects()) {
          if (width > 0 && (left < -1 || right > clientWidth + 1)) found.push(`${named(element)} extends beyond the window`);
        }
      }
      if (getComputedStyle(element).overflowX !== 'visible' && element.scrollWidth > element.clientWidth + 1) {
        found.push(`${named(element)} is cut off`);
      }
    }
    // The bubbles of the home page drift over one another by design.
    const blocks = [
      ...document.querySelectorAll('header a, header p, header button, main h1, main h2, main p, main li > a, footer a'),
    ].filter(
      (element) =>
        element.checkVisibility() &&
        !element.closest('.visually-hidden, dialog, main ul:has(a[href="/about"])') &&
        !element.matches('.visually-hidden'),
    );
    const boxes = blocks.map((element) => ({ element, box: element.getBoundingClientRect() }));
    boxes.forEach(({ element, box }, index) => {
      for (const other of boxes.slice(index + 1)) {
        if (element.contains(other.element)) continue;
        const across = Math.min(box.right, other.box.right) - Math.max(box.left, other.box.left);
        const down = Math.min(box.bottom, other.box.bottom) - Math.max(box.top, other.box.top);
        if (across > 1 && down > 1) found.push(`${named(element)} overlaps ${named(other.element)}`);
      }
    });
    return found;
  });
}
