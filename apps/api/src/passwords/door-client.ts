import type { Request } from 'express';
import { clientNetwork, truncatedNetwork, widerNetworks, type WiderNetwork } from '../rate-limit/client-address.ts';
import type { Door } from './door.ts';
import { readGateCookies } from './gate-cookies.ts';

/** The client that enters a password. */
export interface Client {
  readonly door: Door;
  /** Address or network. */
  readonly network: string;
  /** Networks in which one customer may have many clients. */
  readonly widerNetworks: readonly WiderNetwork[];
  /** Truncated for the log. */
  readonly truncatedNetwork: string;
  /** Value of the device cookie, if the browser has one. */
  readonly device: string | null;
}

export const clientOf = (request: Request, door: Door, isSecure: boolean): Client => ({
  door,
  network: clientNetwork(request),
  widerNetworks: widerNetworks(request),
  truncatedNetwork: truncatedNetwork(request),
  device: readGateCookies(request, isSecure, door).device,
});
