export const routes = [
  { path: '/projects/usda-reports', lazy: () => import('./usda-reports/usda-reports.page.tsx') },
  { path: '/projects/usda-reports/:slug', lazy: () => import('./usda-reports/report.page.tsx') },
  { path: '/projects/usda-reports/:slug/:section', lazy: () => import('./usda-reports/report.page.tsx') },
  { path: '/projects/beef-cut-prices', lazy: () => import('./beef-cut-prices/beef-cut-prices.page.tsx') },
  { path: '/projects/egg-prices', lazy: () => import('./egg-prices/egg-prices.page.tsx') },
  { path: '/embed/beef-cut-prices', lazy: () => import('./embed/beef-chart.page.tsx') },
  { path: '/embed/egg-prices', lazy: () => import('./embed/egg-chart.page.tsx') },
];
