import { Injectable } from '@nestjs/common';
import { NetworkBudget } from '../http/network-budget.ts';

const MIB = 1024 * 1024;

/** Memory for upload bodies, by bytes received. The announced length is ignored: the client may never send that much. */
@Injectable()
export class UploadBudget extends NetworkBudget {
  constructor() {
    super({
      purpose: 'uploads',
      bytes: 64 * MIB,
      networkBytes: 32 * MIB,
      // Fewer than may wait for a picture process.
      networkReservations: 6,
      // Sockets and buffers cost memory too.
      reservedBytes: 256 * 1024,
    });
  }
}
