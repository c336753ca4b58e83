export const routes = [{ path: '/projects/cameras', lazy: () => import('./cameras/cameras.page.tsx') }];
