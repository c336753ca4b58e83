import { generateKeyPairSync, sign } from 'node:crypto';

/** DER encoding of one ASN.1 value (X.690). */
function der(tag: number, ...contents: readonly Buffer[]): Buffer {
  const content = Buffer.concat(contents);
  if (content.length < 128) return Buffer.concat([Buffer.from([tag, content.length]), content]);
  const length = Buffer.from([content.length >> 8, content.length & 255]);
  return Buffer.concat([Buffer.from([tag, 0x82]), length, content]);
}
const [SEQUENCE, SET, INTEGER, OID, UTF8, UTC_TIME, BITS] = [0x30, 0x31, 0x02, 0x06, 0x0c, 0x17, 0x03];
const utcTime = (time: Date): Buffer => der(UTC_TIME, Buffer.from(`${time.toISOString().replace(/[-:T]/g, '').slice(2, 14)}Z`));

/** A key and a self-signed certificate for `localhost` that is valid until the given time. Both PEM. */
export function aCertificate(until: Date): { readonly key: string; readonly cert: string } {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const ecdsaWithSha256 = der(SEQUENCE, der(OID, Buffer.from('2a8648ce3d040302', 'hex')));
  const commonName = der(SEQUENCE, der(OID, Buffer.from('550403', 'hex')), der(UTF8, Buffer.from('localhost')));
  const name = der(SEQUENCE, der(SET, commonName));
  const toSign = der(
    SEQUENCE,
    der(INTEGER, Buffer.from([1])),
    ecdsaWithSha256,
    name,
    der(SEQUENCE, utcTime(new Date('2026-01-01T00:00:00Z')), utcTime(until)),
    name,
    publicKey.export({ format: 'der', type: 'spki' }),
  );
  const signature = der(BITS, Buffer.from([0]), sign('sha256', toSign, privateKey));
  const body = der(SEQUENCE, toSign, ecdsaWithSha256, signature).toString('base64');
  return {
    key: privateKey.export({ format: 'pem', type: 'pkcs8' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${body}\n-----END CERTIFICATE-----\n`,
  };
}
