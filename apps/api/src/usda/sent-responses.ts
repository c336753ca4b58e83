import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { NetworkBudget } from '../http/network-budget.ts';
import type { ReadyResponse } from '../http/ready-response.ts';
import { responseEncoding } from '../http/response-encoding.ts';
import { widestCustomerNetwork } from '../rate-limit/client-address.ts';

const MIB = 1024 * 1024;
/** Smaller ones never fill the memory, and must not be refused because others do. */
const SMALL_BYTES = MIB / 16;

/**
 * Limits the memory that responses take while they are being sent. A body stays in memory until every client that it is sent to
 * has received it, even if the cache has long since evicted it.
 */
@Injectable()
export class SentResponses {
  private readonly budget = new NetworkBudget({
    purpose: 'responses',
    bytes: 128 * MIB,
    networkBytes: 64 * MIB,
    networkReservations: Number.POSITIVE_INFINITY,
    reservedBytes: 0,
  });
  /** By body: how many clients are receiving it, and how its bytes are released. */
  private readonly bodies = new Map<Buffer, { clients: number; readonly release: () => void }>();

  /** Call it before the response is sent. @throws HttpError OVERLOADED if too much is being sent already */
  async admit(ready: ReadyResponse, request: Request, response: Response): Promise<void> {
    const body = await ready.body(responseEncoding(request));
    // A closed response never emits `close` again, so it would be counted forever.
    if (response.destroyed || body.length <= SMALL_BYTES) return;
    const held = this.bodies.get(body) ?? { clients: 0, release: this.reserve(body.length, request) };
    this.bodies.set(body, held);
    held.clients += 1;
    response.once('close', () => {
      held.clients -= 1;
      if (held.clients > 0) return;
      this.bodies.delete(body);
      held.release();
    });
  }

  private reserve(bytes: number, request: Request): () => void {
    const { receive, release } = this.budget.reserve(widestCustomerNetwork(request));
    try {
      receive(bytes);
    } catch (error) {
      release();
      throw error;
    }
    return release;
  }
}
