import { deflateSync, crc32 as zlibCrc32 } from 'node:zlib';
import { parseNewSubmission } from '@site/contracts';
import sharp from 'sharp';
import { aPicture, dataUrl, upload } from '../test-support/a-picture.ts';
import { anApi, type TestApi } from '../test-support/an-api.ts';
import { PictureProcessPool } from './picture-process-pool.ts';

/** A marker put in every part of a file where a camera or a person can leave data. */
const CANARY = 'canary-48.8584N-2.2945E';

function crc32(data: Buffer): number {
  if (typeof zlibCrc32 === 'function') return zlibCrc32(data);
  let crc = ~0;
  for (const byte of data) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
}

function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** A PNG that declares this size but contains only 64 KiB of pixel data. */
function aBomb(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    pngChunk('IHDR', header),
    pngChunk('IDAT', deflateSync(Buffer.alloc(1024 * 64))),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

let seed = 1;
const fresh = (format: 'jpeg' | 'png' = 'jpeg') => aPicture(seed++, { format });
const body = (imageData: unknown, flowerCount: unknown = 12) => ({ imageData, flowerCount });

describe('POST /api/kaleidoscope-submissions', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await anApi({ GALLERY_UPLOADS_PER_MINUTE: '100000', GALLERY_UPLOADS_PER_DAY: '100000' });
  });
  afterAll(() => api.close());

  async function expectRefusal(sent: Parameters<typeof upload>[1], status: number, code: string): Promise<void> {
    const response = await upload(api.url, sent);
    const problem = (await response.json()) as Record<string, unknown>;
    expect([response.status, problem['code']]).toEqual([status, code]);
    expect(Object.keys(problem).sort()).toEqual(['code', 'error', 'requestId']);
  }

  test('"good JPEG/PNG": 201 with every field, and Location', async () => {
    for (const [type, image] of [
      ['image/jpeg', await fresh()],
      ['image/png', await fresh('png')],
    ] as const) {
      const response = await upload(api.url, { body: body(dataUrl(image, type), 80), headers: { 'X-Exhibit': 'optimal-80' } });
      const saved = parseNewSubmission(await response.json());
      expect(response.status).toBe(201);
      expect(saved).toEqual({
        id: expect.stringMatching(/^[0-9a-f]{32}$/),
        imageUrl: `/api/kaleidoscope-submissions/${saved.id}/image`,
        thumbnailUrl: `/api/kaleidoscope-submissions/${saved.id}/thumbnail`,
        width: 64,
        height: 48,
        flowerCount: 80,
        exhibit: 'optimal-80',
        createdAt: expect.any(String),
        deleteToken: expect.any(String),
        status: 'listed',
      });
      expect(response.headers.get('Location')).toBe(`/api/kaleidoscope-submissions/${saved.id}`);
    }
  });

  test('"1x1 image": 201', async () => {
    const dot = await sharp({ create: { width: 1, height: 1, channels: 3, background: '#abcdef' } })
      .png()
      .toBuffer();
    const response = await upload(api.url, { body: body(dataUrl(dot, 'image/png')) });
    expect([response.status, await response.json()]).toMatchObject([201, { width: 1, height: 1 }]);
  });

  test('"extra fields": dropped, never stored', async () => {
    const response = await upload(api.url, {
      body: { ...body(dataUrl(await fresh())), status: 'hidden', id: 'mine', deleteToken: 'x', __proto__: { exhibit: 'x' } },
    });
    expect([response.status, await response.json()]).toMatchObject([
      201,
      { status: 'listed', exhibit: null, id: expect.not.stringMatching('mine') },
    ]);
  });

  test.each([
    ['missing', { flowerCount: 1 }],
    ['not string', body(5)],
    ['""', body('')],
    ['no `data:`', body('image/jpeg;base64,AAAA')],
    ['no comma', body('data:image/jpeg;base64')],
    ['not `;base64`', body('data:image/jpeg,AAAA')],
    ['null', body(null)],
  ])('"imageData %s": 400 invalid_image_data', async (_what, sent) => {
    await expectRefusal({ body: sent }, 400, 'invalid_image_data');
  });

  test.each([
    ['junk', 'AAA*'],
    ['whitespace', 'AAAA AAA'],
    ['URL-safe', 'AA-_'],
    ['bad padding', 'AAAAA'],
    ['padding inside', 'AA==AAAA'],
    ['nothing', ''],
  ])('"%s base64": 400 invalid_base64', async (_what, text) => {
    await expectRefusal({ body: body(`data:image/jpeg;base64,${text}`) }, 400, 'invalid_base64');
  });

  test.each([
    ['declared svg', 'image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
    ['declared gif', 'image/gif', 'GIF89a'],
    ['declared webp', 'image/webp', 'RIFF....WEBP'],
    ['declared html', 'text/html', '<html>'],
    ['declared pdf', 'application/pdf', '%PDF-1.7'],
    ['sniffed svg', 'image/png', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
    ['sniffed gif', 'image/jpeg', 'GIF89a.......'],
    ['sniffed webp', 'image/jpeg', 'RIFF....WEBPVP8 '],
    ['sniffed html', 'image/png', '<!DOCTYPE html><script>alert(1)</script>'],
    ['sniffed pdf', 'image/jpeg', '%PDF-1.7 ......'],
    ['sniffed avif', 'image/jpeg', '\0\0\0 ftypavif'],
  ])('"%s": 415 unsupported_image_type', async (_what, type, text) => {
    await expectRefusal({ body: body(dataUrl(Buffer.from(text, 'latin1'), type)) }, 415, 'unsupported_image_type');
  });

  test('"declared png, bytes jpeg (either way)": 422 image_type_mismatch', async () => {
    await expectRefusal({ body: body(dataUrl(await fresh(), 'image/png')) }, 422, 'image_type_mismatch');
    await expectRefusal({ body: body(dataUrl(await fresh('png'), 'image/jpeg')) }, 422, 'image_type_mismatch');
  });

  test('"truncated, bad CRC": 422 image_undecodable', async () => {
    const [jpeg, png] = [await fresh(), await fresh('png')];
    const badSum = Buffer.from(png);
    const at = badSum.indexOf('IDAT') + 8;
    badSum[at] = (badSum[at] ?? 0) ^ 0xff;
    for (const [image, type] of [
      [jpeg.subarray(0, jpeg.length / 2), 'image/jpeg'],
      [png.subarray(0, png.length / 2), 'image/png'],
      [badSum, 'image/png'],
      [Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.alloc(64)]), 'image/jpeg'],
      [Buffer.from('neither one nor the other'), 'image/jpeg'],
    ] as const) {
      await expectRefusal({ body: body(dataUrl(image, type)) }, 422, 'image_undecodable');
    }
  });

  test.each([
    ['16.8 MP', 4_100, 4_100],
    ['a side > 8192', 8_193, 1],
    ['bomb', 14_000, 14_000],
    ['bomb of 4 billion pixels', 65_535, 65_535],
  ])('"> %s": 422 image_too_many_pixels, undecoded', async (_what, width, height) => {
    await expectRefusal({ body: body(dataUrl(aBomb(width, height), 'image/png')) }, 422, 'image_too_many_pixels');
  });

  test('the header decides: decoding such a picture would fail because most of it is missing', async () => {
    await expectRefusal({ body: body(dataUrl(aBomb(4_000, 4_000), 'image/png')) }, 422, 'image_undecodable');
  });

  test('"decoded > 12 MiB": 413, by Content-Length before any of it is read, and while streaming', async () => {
    const tooMuch = Buffer.alloc(17 * 1024 * 1024, 'a');
    await expectRefusal({ body: tooMuch }, 413, 'payload_too_large');
    const stream = new ReadableStream({
      start(controller) {
        for (let part = 0; part < 17; part += 1) controller.enqueue(new Uint8Array(1024 * 1024).fill(97));
        controller.close();
      },
    });
    // The server may close the connection before the client has sent everything; the request then fails.
    const answer = await fetch(`${api.url}/api/kaleidoscope-submissions`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: stream,
      duplex: 'half',
    } as RequestInit).then(
      (response) => response.status,
      () => 413,
    );
    expect(answer).toBe(413);
    const justOver = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.alloc(12 * 1024 * 1024)]);
    await expectRefusal({ body: body(dataUrl(justOver)) }, 413, 'payload_too_large');
  });

  test('"animated PNG": its first frame only', async () => {
    const still = await fresh('png');
    const end = still.length - 12;
    const control = Buffer.alloc(8);
    control.writeUInt32BE(2);
    const ihdrEnd = 8 + 25;
    const animated = Buffer.concat([
      still.subarray(0, ihdrEnd),
      pngChunk('acTL', control),
      still.subarray(ihdrEnd, end),
      still.subarray(end),
    ]);
    const response = await upload(api.url, { body: body(dataUrl(animated, 'image/png')) });
    expect([response.status, await response.json()]).toMatchObject([201, { width: 64, height: 48 }]);
  });

  test('"EXIF/GPS/XMP/ICC/comment/trailing zip/HTML polyglot": 201, and the stored bytes have none of it', async () => {
    const plain = await fresh();
    const withExif = await sharp(plain)
      .withExif({ IFD0: { ImageDescription: CANARY, Copyright: CANARY }, IFD3: { GPSLatitude: '48/1 51/1 30/1' } })
      .withXmp(`<x:xmpmeta xmlns:x="adobe:ns:meta/">${CANARY}</x:xmpmeta>`)
      .withIccProfile('p3')
      .jpeg()
      .toBuffer();
    const comment = Buffer.concat([
      withExif.subarray(0, 2),
      Buffer.from([0xff, 0xfe, 0, CANARY.length + 2]),
      Buffer.from(CANARY),
      withExif.subarray(2),
      Buffer.from(`PK\u0003\u0004${CANARY}<script>${CANARY}</script>`, 'latin1'),
    ]);
    expect(comment.includes(CANARY)).toBe(true);
    const response = await upload(api.url, { body: body(dataUrl(comment)) });
    const saved = parseNewSubmission(await response.json());
    expect(response.status).toBe(201);
    for (const [path, accept] of [
      [saved.imageUrl, '*/*'],
      [saved.thumbnailUrl, 'image/webp'],
      [saved.thumbnailUrl, 'image/jpeg'],
    ] as const) {
      const file = Buffer.from(await (await fetch(api.url + path, { headers: { Accept: accept } })).arrayBuffer());
      // JPEG's markers and WebP's chunks for non-pixel data.
      const marks = ['canary', 'Exif', 'EXIF', 'XMP ', 'ICCP', 'ICC_PROFILE', 'http://ns.adobe.com', 'Photoshop', '<script'];
      expect(marks.filter((mark) => file.includes(mark))).toEqual([]);
    }
  });

  test('a picture rotated by its camera’s metadata is stored upright', async () => {
    const turned = await sharp(await fresh())
      .withMetadata({ orientation: 6 })
      .toBuffer();
    const response = await upload(api.url, { body: body(dataUrl(turned)) });
    expect(await response.json()).toMatchObject({ width: 48, height: 64 });
  });

  test.each([
    ['missing', undefined],
    ['"12"', '12'],
    ['12.5', 12.5],
    ['true', true],
    ['null', null],
    ['< 1', 0],
    ['> 1000', 1001],
    ['negative', -1],
  ])('"flowerCount %s": 400 invalid_flower_count', async (_what, count) => {
    await expectRefusal({ body: { imageData: dataUrl(await fresh()), flowerCount: count } }, 400, 'invalid_flower_count');
  });

  test.each([
    ['malformed JSON', '{', 400, 'invalid_json'],
    ['empty body', '', 400, 'invalid_json'],
    ['top-level array', '[]', 400, 'invalid_body'],
    ['top-level string', '"x"', 400, 'invalid_body'],
    ['top-level null', 'null', 400, 'invalid_body'],
    ['200k-deep arrays', `${'['.repeat(200_000)}${']'.repeat(200_000)}`, 400, 'invalid_'],
    ['__proto__', '{"__proto__":{"imageData":"data:"}}', 400, 'invalid_image_data'],
    ['text that is not UTF-8', Buffer.from([0x7b, 0xff, 0x7d]), 400, 'invalid_json'],
  ])('"%s": rejected with its own code', async (_what, sent, status, code) => {
    const response = await upload(api.url, { body: sent });
    const problem = (await response.json()) as { code: string };
    expect([response.status, problem.code.startsWith(code)]).toEqual([status, true]);
    expect({}).not.toHaveProperty('imageData');
  });

  test.each([
    ['body not application/json', { 'Content-Type': 'text/plain' }, 415, 'unsupported_media_type'],
    ['Content-Encoding gzip', { 'Content-Encoding': 'gzip' }, 415, 'encoding_unsupported'],
    ['charset not utf-8', { 'Content-Type': 'application/json; charset=latin1' }, 415, 'charset_unsupported'],
    ['another origin', { Origin: 'https://evil.example' }, 403, 'cross_site'],
    ['an unknown exhibit', { 'X-Exhibit': 'cave' }, 400, 'invalid_exhibit'],
    ['key not 8-128 visible ASCII', { 'Idempotency-Key': 'short' }, 400, 'invalid_idempotency_key'],
    ['key with a space', { 'Idempotency-Key': 'with a space' }, 400, 'invalid_idempotency_key'],
  ])('"%s": rejected with its own code', async (_what, headers, status, code) => {
    await expectRefusal({ body: body(dataUrl(await fresh())), headers }, status, code);
  });

  test('"same Idempotency-Key + same body": 200, same id and body', async () => {
    const sent = { body: body(dataUrl(await fresh())), headers: { 'Idempotency-Key': `key-${seed}-aaaa` } };
    const [first, second] = [await upload(api.url, sent), await upload(api.url, sent)];
    expect([first.status, second.status]).toEqual([201, 200]);
    expect(await second.json()).toEqual(await first.json());
  });

  test('"(no key) same raw sha256+flowerCount from the same visitor within 10 min": 200, same id', async () => {
    const image = dataUrl(await fresh());
    const [first, second] = [await upload(api.url, { body: body(image) }), await upload(api.url, { body: body(image) })];
    const other = await upload(api.url, { body: body(image, 13) });
    expect([first.status, second.status, other.status]).toEqual([201, 200, 201]);
    expect(((await second.json()) as { id: string }).id).toBe(((await first.json()) as { id: string }).id);
  });

  test('"same key, other body": 422 idempotency_mismatch', async () => {
    const headers = { 'Idempotency-Key': `key-${seed}-bbbb` };
    expect((await upload(api.url, { body: body(dataUrl(await fresh())), headers })).status).toBe(201);
    await expectRefusal({ body: body(dataUrl(await fresh())), headers }, 422, 'idempotency_mismatch');
  });

  test('"same key in flight": 409 in_progress with Retry-After, and one picture in the end', async () => {
    const sent = { body: body(dataUrl(await fresh())), headers: { 'Idempotency-Key': `key-${seed}-cccc` } };
    const { isMaking, release } = holdNextPicture(api.get(PictureProcessPool));
    const first = upload(api.url, sent);
    await isMaking;
    const second = await upload(api.url, sent);
    expect([second.status, second.headers.get('Retry-After')]).toEqual([409, '1']);
    expect(await second.json()).toMatchObject({ code: 'in_progress' });
    release();
    const stored = (await (await first).json()) as { id: string };
    const third = await upload(api.url, sent);
    expect([(await first).status, third.status, await third.json()]).toEqual([201, 200, stored]);
  });
});

/** The next picture is read as usual, but made only once `release` is called. */
function holdNextPicture(pool: PictureProcessPool): { isMaking: Promise<void>; release: () => void } {
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const read = pool.read.bind(pool);
  const isMaking = new Promise<void>((resolve) => {
    pool.read = async (sent) => {
      pool.read = read;
      const submission = await read(sent);
      const make = async (): ReturnType<typeof submission.make> => {
        resolve();
        await held;
        return submission.make();
      };
      return { ...submission, make };
    };
  });
  return { isMaking, release };
}
