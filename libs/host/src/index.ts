export { HostProvider, useCards, useHost, useMotionPaused } from './host.tsx';
export type { Analytics, HostApi, MotionControl, ToastMessage } from './host.tsx';
export { isUploading, request, RequestError } from './request.ts';
export { safeStorage } from './safe-storage.ts';
export type { SafeStorage } from './safe-storage.ts';
// Remotes in repositories of their own need the types of what they write, AliveDrawing and RemoteRouteModule among them.
export type { AliveDrawing, AliveModule, AliveOptions, RemoteRouteModule, RemoteRoutesModule } from './remote-routes.ts';
