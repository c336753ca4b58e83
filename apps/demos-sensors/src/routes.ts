export const routes = [
  { path: '/projects/sensor-dashboard', lazy: () => import('./sensor-dashboard/sensor-dashboard.page.tsx') },
  { path: '/projects/333-balls', lazy: () => import('./balls/balls.page.tsx') },
  { path: '/projects/monet-paint', lazy: () => import('./monet-paint/monet-paint.page.tsx') },
];
