export { HostProvider, useCards, useHost, useMotionPaused } from './host.tsx';
export type { Analytics, HostApi, MotionControl, ToastMessage } from './host.tsx';
export { isUploading, request, RequestError } from './request.ts';
export type { RemoteRouteModule, RemoteRoutesModule } from './remote-routes.ts';
