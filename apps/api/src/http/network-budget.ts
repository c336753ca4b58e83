import { HttpError } from './app-error.ts';

interface BudgetLimits {
  /** What the memory is for, in messages. */
  readonly purpose: string;
  /** For all networks together. */
  readonly bytes: number;
  readonly networkBytes: number;
  /** How many reservations one network may have. */
  readonly networkReservations: number;
  /** What a reservation counts for before its first byte. */
  readonly reservedBytes: number;
}

interface Share {
  reservations: number;
  bytes: number;
}

interface Reservation {
  /** @throws HttpError OVERLOADED if there is no room for these bytes */
  receive(bytes: number): void;
  release(): void;
}

/** Memory that requests may hold, of which one network gets only a part. */
export class NetworkBudget {
  private readonly shares = new Map<string, Share>();
  private bytes = 0;

  constructor(private readonly limits: BudgetLimits) {}

  /** @param network as `customerNetwork` names it. @throws HttpError OVERLOADED */
  reserve(network: string): Reservation {
    const { limits } = this;
    const share = this.shares.get(network) ?? { reservations: 0, bytes: 0 };
    if (share.reservations >= limits.networkReservations) throw this.full('too many from one network at once');
    let held = 0;
    const receive = (bytes: number): void => {
      if (this.bytes + bytes > limits.bytes) throw this.full('too many bytes at once');
      if (share.bytes + bytes > limits.networkBytes) throw this.full('too many bytes from one network at once');
      held += bytes;
      share.bytes += bytes;
      this.bytes += bytes;
    };
    receive(limits.reservedBytes);
    share.reservations += 1;
    this.shares.set(network, share);
    const release = (): void => {
      share.reservations -= 1;
      share.bytes -= held;
      this.bytes -= held;
      if (share.reservations === 0) this.shares.delete(network);
    };
    return { receive, release };
  }

  private full(message: string): HttpError {
    return new HttpError('OVERLOADED', `${this.limits.purpose}: ${message}`);
  }
}
