/** Keyboard shortcuts of the gallery page in the owner's area; everything on the page works without this script. */
export const MODERATION_KEYS = `
const cards = [...document.querySelectorAll('.card')];
const choices = cards.map((card) => card.querySelector('[name=id]'));
const current = () => cards.findIndex((card) => card.contains(document.activeElement));
const go = (index) => choices[Math.min(choices.length - 1, Math.max(0, index))]?.focus();
const decisions = { a: 'approve', h: 'hide', d: 'delete', b: 'ban' };
function decide(decision) {
  const isBulk = choices.some((choice) => choice.checked);
  const place = isBulk ? document.querySelector('.bulk') : cards[current()];
  place?.querySelector(isBulk ? '[name=decision][value=' + decision + ']' : '[name=' + decision + ']')?.click();
}
const actions = {
  j: () => go(current() + 1),
  k: () => go(current() - 1),
  ArrowRight: () => go(current() + 1),
  ArrowLeft: () => go(current() - 1),
  x: () => choices[current()]?.click(),
  s: () => cards[current()]?.querySelector('.reveal')?.click(),
  u: () => document.querySelector('#undo button')?.click(),
  ...Object.fromEntries(Object.entries(decisions).map(([key, decision]) => [key, () => decide(decision)])),
};
addEventListener('keydown', (event) => {
  const action = actions[event.key];
  if (!action || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  action();
});
for (const element of document.querySelectorAll('[data-scripted]')) element.hidden = false;
// After a decision, the next picture has the focus.
if (location.hash === '#next') go(0);
`.trim();
