export const routes = [
  { path: '/projects/analog-clock', lazy: () => import('./clocks/analog-clock.page.tsx') },
  { path: '/projects/clocks', lazy: () => import('./clocks/clocks.page.tsx') },
  { path: '/projects/golf-clock', lazy: () => import('./clocks/golf-clock.page.tsx') },
  { path: '/projects/trump-clock', lazy: () => import('./clocks/trump-clock.page.tsx') },
];
