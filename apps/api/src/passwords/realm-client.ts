import type { Request } from 'express';
import { clientNetwork, truncatedNetwork, widerNetworks, type WiderNetwork } from '../rate-limit/client-address.ts';
import { readGateCookies } from './gate-cookies.ts';
import type { Realm } from './realm.ts';

/** The client that enters a password. */
export interface Client {
  readonly realm: Realm;
  /** Address or network. */
  readonly network: string;
  /** Networks in which one customer may have many clients. */
  readonly widerNetworks: readonly WiderNetwork[];
  /** Truncated for the log. */
  readonly truncatedNetwork: string;
  /** Value of the device cookie, if the browser has one. */
  readonly device: string | null;
}

export const clientOf = (request: Request, realm: Realm, isSecure: boolean): Client => ({
  realm,
  network: clientNetwork(request),
  widerNetworks: widerNetworks(request),
  truncatedNetwork: truncatedNetwork(request),
  device: readGateCookies(request, isSecure, realm).device,
});
