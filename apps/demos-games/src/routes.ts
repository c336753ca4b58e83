export const routes = [
  {
    path: '/projects/tennis-ball-gun',
    lazy: () => import('./tennis-ball-gun/tennis-ball-gun.page.tsx'),
    alive: () => import('./tennis-ball-gun/tennis-ball-gun.alive.ts'),
  },
  {
    path: '/projects/analog-clock',
    lazy: () => import('./clocks/analog-clock.page.tsx'),
    alive: () => import('./clocks/analog-clock.alive.ts'),
  },
  { path: '/projects/clocks', lazy: () => import('./clocks/clocks.page.tsx') },
  { path: '/projects/golf-clock', lazy: () => import('./clocks/golf-clock.page.tsx') },
  { path: '/projects/trump-clock', lazy: () => import('./clocks/trump-clock.page.tsx') },
];
