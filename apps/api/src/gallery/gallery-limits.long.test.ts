import { request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { parseNewSubmission } from '@site/contracts';
import sharp from 'sharp';
import { DataSource } from 'typeorm';
import { widerNetworks } from '../rate-limit/client-address.ts';
import { RateHitEntity } from '../rate-limit/rate-hit.entity.ts';
import { aPicture, dataUrl, upload } from '../test-support/a-picture.ts';
import { anApi } from '../test-support/an-api.ts';

let seed = 5_000;
const fresh = () => aPicture(seed++);
const body = (imageData: unknown) => ({ imageData, flowerCount: 12 });

test('an upload frees its memory however it ends: consecutive uploads may exceed the budget in total', async () => {
  const api = await anApi();
  const MIB = 1024 * 1024;
  try {
    for (let round = 0; round < 6; round += 1) {
      const refused = await fetch(`${api.url}/api/kaleidoscope-submissions`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: new Uint8Array(12 * MIB),
      });
      expect([refused.status, await refused.json()]).toMatchObject([400, { code: 'invalid_json' }]);
    }
    expect((await upload(api.url, { body: body(dataUrl(await fresh())) })).status).toBe(201);
  } finally {
    await api.close();
  }
});

describe('slow uploads that announce 16 MiB each', () => {
  /** Starts one upload from each address, and once all are admitted, sends a complete one from each of the others. */
  async function statusesDuring(addresses: readonly string[], others: readonly string[]): Promise<number[]> {
    const api = await anApi({ TRUST_PROXY: '127.0.0.1' });
    const headers = { 'Content-Type': 'application/json', 'Content-Length': String(16 * 1024 * 1024) };
    const slow = addresses.map((address) =>
      request(`${api.url}/api/kaleidoscope-submissions`, {
        method: 'POST',
        headers: { ...headers, 'X-Forwarded-For': address },
      }).on('error', () => undefined),
    );
    const pictures = await Promise.all(others.map(fresh));
    // Fast enough not to be given up as too slow.
    const send = () => slow.map((one) => one.write(' '.repeat(16 * 1024)));
    send();
    const sending = setInterval(send, 1_000);
    const hits = api.get(DataSource).getRepository(RateHitEntity);
    // Each is counted for its own address and for every surrounding network.
    const counted = slow.length * (1 + widerNetworks({ ip: addresses[0] }).length);
    const statuses: number[] = [];
    try {
      while ((await hits.countBy({ bucket: 'upload' })) < counted) await delay(20);
      for (const [index, address] of others.entries()) {
        const sent = { body: body(dataUrl(pictures[index]!)), headers: { 'X-Forwarded-For': address } };
        statuses.push((await upload(api.url, sent)).status);
      }
    } finally {
      clearInterval(sending);
      for (const one of slow) one.destroy();
      await api.close();
    }
    return statuses;
  }

  test('by one visitor leave memory for another visitor', async () => {
    expect(await statusesDuring(Array(4).fill('203.0.113.20'), ['203.0.113.21'])).toEqual([201]);
  });

  test('from all /64s of a /56 are limited to six at a time, and leave memory for its neighbors', async () => {
    const subnets = Array.from({ length: 6 }, (_, subnet) => `2001:db8:1:a${subnet}::1`);
    expect(await statusesDuring(subnets, ['2001:db8:1:a6::1', '2001:db8:1:1a0::1'])).toEqual([503, 201]);
  });
});

test('a slow sender does not keep others waiting', async () => {
  const api = await anApi();
  const headers = { 'Content-Type': 'application/json', 'Content-Length': '100000' };
  const slow = Array.from({ length: 3 }, () =>
    request(`${api.url}/api/kaleidoscope-submissions`, { method: 'POST', headers }).on('error', () => undefined),
  );
  for (const one of slow) one.write('{');
  const hits = api.get(DataSource).getRepository(RateHitEntity);
  // Once counted, they have been admitted.
  try {
    while ((await hits.countBy({ bucket: 'upload' })) < slow.length) await delay(20);
    expect((await upload(api.url, { body: body(dataUrl(await fresh())) })).status).toBe(201);
  } finally {
    for (const one of slow) one.destroy();
    await api.close();
  }
});

test('"near-duplicate flood": the 22nd similar picture within an hour is 201 but held, and not listed', async () => {
  const api = await anApi({ GALLERY_UPLOADS_PER_MINUTE: '100', TRUST_PROXY: '127.0.0.1' });
  const base = await aPicture(777, { width: 90, height: 80 });
  const statuses: string[] = [];
  for (let round = 0; round < 22; round += 1) {
    const like = await sharp(base)
      .modulate({ brightness: 1 + round / 500 })
      .jpeg({ quality: 80 })
      .toBuffer();
    const response = await upload(api.url, { body: body(dataUrl(like)), headers: { 'X-Forwarded-For': `203.0.113.${round}` } });
    expect(response.status).toBe(201);
    statuses.push(parseNewSubmission(await response.json()).status);
  }
  expect(statuses).toEqual([...Array<string>(21).fill('listed'), 'held']);
  expect((await (await fetch(`${api.url}/api/kaleidoscope-submissions`)).json()) as unknown[]).toHaveLength(21);
  await api.close();
});
