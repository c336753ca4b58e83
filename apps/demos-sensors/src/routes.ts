export const routes = [
  {
    path: '/projects/sensor-dashboard',
    lazy: () => import('./sensor-dashboard/sensor-dashboard.page.tsx'),
    alive: () => import('./sensor-dashboard/sensor-dashboard.alive.ts'),
  },
  {
    path: '/projects/333-balls',
    lazy: () => import('./balls/balls.page.tsx'),
    alive: () => import('./balls/balls.alive.ts'),
  },
  {
    path: '/projects/monet-paint',
    lazy: () => import('./monet-paint/monet-paint.page.tsx'),
    alive: () => import('./monet-paint/monet-paint.alive.ts'),
  },
];
