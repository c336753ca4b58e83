import { EventEmitter } from 'node:events';
import type { Request, Response } from 'express';
import { MADE_OFTEN, ReadyResponse } from '../http/ready-response.ts';
import { SentResponses } from './sent-responses.ts';

const MIB = 1024 * 1024;
const overloaded = expect.objectContaining({ code: 'OVERLOADED' });

/** A response that its client has received once `close` is emitted. */
class AResponse extends EventEmitter {
  destroyed = false;
}

const aReadyResponse = (megabytes: number) => new ReadyResponse(Buffer.alloc(megabytes * MIB), 'text/plain', MADE_OFTEN);

describe('responses being sent', () => {
  let sent: SentResponses;
  beforeEach(() => {
    sent = new SentResponses();
  });

  async function admit(ready: ReadyResponse, ip = '203.0.113.1', response = new AResponse()): Promise<AResponse> {
    // Only the parts of a request and a response that are used.
    await sent.admit(ready, { ip, headers: {} } as unknown as Request, response as unknown as Response);
    return response;
  }

  test('may hold 64 MB for one network and 128 MB for all, until they are received', async () => {
    const first = await admit(aReadyResponse(40));
    await expect(admit(aReadyResponse(40))).rejects.toEqual(overloaded);
    await admit(aReadyResponse(60), '203.0.113.2');
    await expect(admit(aReadyResponse(40), '203.0.113.3')).rejects.toEqual(overloaded);
    first.emit('close');
    await admit(aReadyResponse(40));
  });

  test('count once, however many clients get the same one, until the last has received it', async () => {
    const ready = aReadyResponse(40);
    const clients = [await admit(ready), await admit(ready), await admit(ready, '203.0.113.2')];
    clients.slice(1).forEach((client) => client.emit('close'));
    await expect(admit(aReadyResponse(40))).rejects.toEqual(overloaded);
    clients[0]?.emit('close');
    await admit(aReadyResponse(40));
  });

  test('do not count for a client that has left in the meantime', async () => {
    const response = new AResponse();
    const admitted = admit(aReadyResponse(40), '203.0.113.1', response);
    response.destroyed = true;
    await admitted;
    expect((await admit(aReadyResponse(40))).listenerCount('close')).toBe(1);
  });
});
