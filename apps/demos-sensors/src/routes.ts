export const routes = [
  { path: '/projects/sensor-dashboard', lazy: () => import('./sensor-dashboard/sensor-dashboard.page.tsx') },
];
