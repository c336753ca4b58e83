export const routes = [{ path: '/projects/egg-prices', lazy: () => import('./egg-prices/egg-prices.page.tsx') }];
