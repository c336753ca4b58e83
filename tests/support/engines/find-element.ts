/** An element as a visitor would name it, or by a selector where it has no name. */
export type Target =
  | {
      readonly role: 'button' | 'link' | 'textbox' | 'combobox' | 'switch' | 'radio' | 'slider' | 'heading';
      readonly name: string;
    }
  | { readonly css: string };

/** A place in the window, in px. */
export interface Place {
  readonly x: number;
  readonly y: number;
}

/** Runs in the page: scrolls an element into view, and returns its middle; null until it is there, enabled and on top. */
function middleOf(target: Target): Place | null {
  const SELECTORS: Record<string, string> = {
    button: 'button, [role=button], summary',
    link: 'a[href]',
    textbox: 'input:not([type]), input[type=text], input[type=password], input[type=search], textarea',
    combobox: 'select',
    switch: '[role=switch]',
    radio: 'input[type=radio]',
    slider: 'input[type=range], [role=slider]',
    heading: 'h1, h2, h3',
  };
  const normalized = (text: string | null | undefined) => (text ?? '').replace(/\s+/g, ' ').trim();
  const nameOf = (element: Element): string => {
    const labelledBy = (element.getAttribute('aria-labelledby') ?? '')
      .split(' ')
      .map((id) => document.getElementById(id)?.textContent);
    const labels = 'labels' in element ? [...((element.labels as NodeListOf<HTMLElement> | null) ?? [])] : [];
    const names = [
      element.getAttribute('aria-label'),
      labelledBy.join(' '),
      labels.map(({ textContent }) => textContent).join(' '),
      element.textContent,
    ];
    return names.map(normalized).find((name) => name !== '') ?? '';
  };
  const isShown = (element: Element) => element.getClientRects().length > 0 && getComputedStyle(element).visibility !== 'hidden';
  // While a modal dialog is open, only what is in it can be reached.
  const modal = [...document.querySelectorAll('dialog:modal')].at(-1) ?? document;
  const all = [...modal.querySelectorAll('css' in target ? target.css : (SELECTORS[target.role] ?? '*'))].filter(isShown);
  const found = 'css' in target ? all[0] : all.find((element) => nameOf(element) === target.name);
  if (!found || (found as HTMLButtonElement).disabled || found.getAttribute('aria-disabled') === 'true') return null;
  // A switch or a radio button may be drawn by its label.
  const labels = 'labels' in found ? [...((found.labels as NodeListOf<HTMLElement> | null) ?? [])] : [];
  const middle = () => {
    const { left, top, width, height } = found.getBoundingClientRect();
    return { x: Math.round(left + width / 2), y: Math.round(top + height / 2) };
  };
  const isOnTop = ({ x, y }: Place) => {
    const onTop = document.elementFromPoint(x, y);
    return onTop !== null && (found.contains(onTop) || labels.some((label) => label.contains(onTop)));
  };
  const box = found.getBoundingClientRect();
  const inView = box.top >= 0 && box.left >= 0 && box.bottom <= innerHeight && box.right <= innerWidth;
  // An element in the window may still be scrolled out of view within a part of the page that scrolls on its own.
  if (!inView || !isOnTop(middle())) found.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
  const place = middle();
  return isOnTop(place) ? place : null;
}

/** The same as an expression for the page. */
export const middleExpression = (target: Target): string => `(${middleOf.toString()})(${JSON.stringify(target)})`;
