export const routes = [
  {
    path: '/projects/cameras',
    lazy: () => import('./cameras/cameras.page.tsx'),
    alive: () => import('./cameras/cameras.alive.ts'),
  },
  { path: '/projects/camera-collage', lazy: () => import('./collages/camera-collage.page.tsx') },
  { path: '/projects/camera-hexagon', lazy: () => import('./collages/camera-hexagon.page.tsx') },
  { path: '/projects/camera-squares', lazy: () => import('./collages/camera-squares.page.tsx') },
  { path: '/projects/camera-optimal', lazy: () => import('./collages/camera-optimal.page.tsx') },
  { path: '/projects/camera-optimal-80', lazy: () => import('./collages/camera-optimal-80.page.tsx') },
  { path: '/projects/camera-hex-square', lazy: () => import('./collages/camera-hex-square.page.tsx') },
  { path: '/projects/kaleidoscope-gallery', lazy: () => import('./kaleidoscope-gallery/kaleidoscope-gallery.page.tsx') },
  { path: '/gallery/:id', lazy: () => import('./kaleidoscope-gallery/kaleidoscope-gallery.page.tsx') },
  { path: '/projects/camera-kaleidoscope', lazy: () => import('./garden/camera-kaleidoscope.page.tsx') },
  { path: '/projects/camera', lazy: () => import('./viewer/camera.page.tsx') },
];
