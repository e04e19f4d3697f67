import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { encode } from 'uqr';

/** Time-based one-time passwords (RFC 6238): SHA-1, six digits, thirty seconds, as in every authenticator app. */
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const stepSeconds = 30;
const digits = 6;

export function encodeBase32(bytes: Uint8Array): string {
  let bits = '';
  for (const byte of bytes) bits += byte.toString(2).padStart(8, '0');
  return (bits.match(/.{1,5}/g) ?? []).map((five) => alphabet[Number.parseInt(five.padEnd(5, '0'), 2)]).join('');
}

export function computeTotpCode(secret: Uint8Array, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', secret).update(counter).digest();
  const offset = (mac.at(-1) ?? 0) & 15;
  return String((mac.readUInt32BE(offset) & 0x7fffffff) % 10 ** digits).padStart(digits, '0');
}

export const computeTotpStep = (time: number): number => Math.floor(time / 1000 / stepSeconds);

/** The time step of a code, or null for a wrong one. One step of clock drift is allowed in either direction, and used steps are refused. */
export function findTotpStep(secret: Uint8Array, code: string, time: number, lastStep: number): number | null {
  const now = computeTotpStep(time);
  return [now - 1, now, now + 1].find((step) => step > lastStep && computeTotpCode(secret, step) === code) ?? null;
}

export const createTotpSecret = (): Buffer => randomBytes(20);

export const buildTotpUri = (secret: Uint8Array, email: string, product: string): string =>
  `otpauth://totp/${encodeURIComponent(product)}:${encodeURIComponent(email)}?${new URLSearchParams({ secret: encodeBase32(secret), issuer: product, digits: String(digits), period: String(stepSeconds) })}`;

/** The modules of a QR code as one SVG path, for inline drawing. */
export function drawTotpQr(text: string): { size: number; path: string } {
  const { data, size } = encode(text, { border: 2 });
  const path = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : []))).join('');
  return { size, path };
}

const keyOf = (services: string, use: string) => Buffer.from(hkdfSync('sha256', services, '', use, 32));

/** Secrets are encrypted with a key of this installation, so that a stolen copy of the database cannot sign anyone in. */
export function sealTotpSecret(services: string, secret: Uint8Array): string {
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', keyOf(services, 'second-factor'), iv);
  const body = Buffer.concat([cipher.update(secret), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url');
}

export function unsealTotpSecret(services: string, sealed: string): Buffer {
  const all = Buffer.from(sealed, 'base64url');
  const cipher = createDecipheriv('aes-256-gcm', keyOf(services, 'second-factor'), all.subarray(0, 12));
  cipher.setAuthTag(all.subarray(12, 28));
  return Buffer.concat([cipher.update(all.subarray(28)), cipher.final()]);
}

/** Ten codes of 50 bits for a lost phone; each works once. */
export const createRecoveryCodes = (): string[] =>
  Array.from({ length: 10 }, () =>
    encodeBase32(randomBytes(7))
      .slice(0, 10)
      .toLowerCase()
      .replace(/^(.{5})/, '$1-'),
  );
export const hashRecoveryCode = (services: string, code: string): string =>
  createHmac('sha256', keyOf(services, 'recovery-code'))
    .update(code.toLowerCase().replace(/[^a-z2-7]/g, ''))
    .digest('base64url');
