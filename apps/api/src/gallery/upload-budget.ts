import { Injectable } from '@nestjs/common';
import { HttpError } from '../http/app-error.ts';

const MIB = 1024 * 1024;
/** Bytes of request bodies in memory. One network may hold half of them, in fewer uploads than may wait for a picture process. */
const MAX_BYTES = 64 * MIB;
const MAX_NETWORK_BYTES = 32 * MIB;
const MAX_NETWORK_UPLOADS = 6;
/** What an upload counts for before its first byte: sockets and buffers cost memory too. */
const RESERVED_BYTES = 256 * 1024;

interface Share {
  uploads: number;
  bytes: number;
}

export interface UploadReservation {
  /** @throws HttpError OVERLOADED if there is no room for these bytes */
  receive(bytes: number): void;
  release(): void;
}

/** Memory for upload bodies, by bytes received. The announced length is ignored: the client may never send that much. */
@Injectable()
export class UploadBudget {
  private readonly shares = new Map<string, Share>();
  private bytes = 0;

  /** @throws HttpError OVERLOADED */
  reserve(network: string): UploadReservation {
    const share = this.shares.get(network) ?? { uploads: 0, bytes: 0 };
    if (share.uploads >= MAX_NETWORK_UPLOADS) throw this.full('too many uploads from one network at once');
    let held = 0;
    const receive = (bytes: number): void => {
      if (this.bytes + bytes > MAX_BYTES) throw this.full('too many upload bytes at once');
      if (share.bytes + bytes > MAX_NETWORK_BYTES) throw this.full('too many bytes from one network at once');
      held += bytes;
      share.bytes += bytes;
      this.bytes += bytes;
    };
    receive(RESERVED_BYTES);
    share.uploads += 1;
    this.shares.set(network, share);
    const release = (): void => {
      share.uploads -= 1;
      share.bytes -= held;
      this.bytes -= held;
      if (share.uploads === 0) this.shares.delete(network);
    };
    return { receive, release };
  }

  private full(message: string): HttpError {
    return new HttpError('OVERLOADED', message);
  }
}
