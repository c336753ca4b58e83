export const routes = [{ path: '/projects/analog-clock', lazy: () => import('./clocks/analog-clock.page.tsx') }];
