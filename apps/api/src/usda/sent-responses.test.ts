import { EventEmitter } from 'node:events';
import type { Request, Response } from 'express';
import { MADE_OFTEN, ReadyAnswer } from '../http/ready-answer.ts';
import { SentAnswers } from './sent-answers.ts';

const MIB = 1024 * 1024;
const overloaded = expect.objectContaining({ code: 'OVERLOADED' });

/** A response that its client has taken when `close` is emitted. */
class AResponse extends EventEmitter {
  destroyed = false;
}

const anAnswer = (megabytes: number) => new ReadyAnswer(Buffer.alloc(megabytes * MIB), 'text/plain', MADE_OFTEN);

describe('responses being sent', () => {
  let sent: SentAnswers;
  beforeEach(() => {
    sent = new SentAnswers();
  });

  async function admit(answer: ReadyAnswer, ip = '203.0.113.1', response = new AResponse()): Promise<AResponse> {
    // Only what is used of a request and a response.
    await sent.admit(answer, { ip, headers: {} } as unknown as Request, response as unknown as Response);
    return response;
  }

  test('may hold 64 MB for one network and 128 MB for all, until they are taken', async () => {
    const first = await admit(anAnswer(40));
    await expect(admit(anAnswer(40))).rejects.toEqual(overloaded);
    await admit(anAnswer(60), '203.0.113.2');
    await expect(admit(anAnswer(40), '203.0.113.3')).rejects.toEqual(overloaded);
    first.emit('close');
    await admit(anAnswer(40));
  });

  test('count once, however many clients get the same one, until the last has taken it', async () => {
    const answer = anAnswer(40);
    const clients = [await admit(answer), await admit(answer), await admit(answer, '203.0.113.2')];
    clients.slice(1).forEach((client) => client.emit('close'));
    await expect(admit(anAnswer(40))).rejects.toEqual(overloaded);
    clients[0]?.emit('close');
    await admit(anAnswer(40));
  });

  test('do not count for a client that has left in the meantime', async () => {
    const response = new AResponse();
    const admitted = admit(anAnswer(40), '203.0.113.1', response);
    response.destroyed = true;
    await admitted;
    expect((await admit(anAnswer(40))).listenerCount('close')).toBe(1);
  });
});
