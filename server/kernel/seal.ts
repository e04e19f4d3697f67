import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto';

/**
 * Values that must be stored and read again but must be useless in a copy of the database are encrypted with a key of this installation. A process
 * has one key. Tests create services with different keys, so a sealed text names its key.
 */
const keys = new Map<string, Buffer>();
let current: string | null = null;
let marking: Buffer | null = null;

/** Sets the encryption key of this installation; called at start. */
export function setSealKey(secret: string): void {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'seal', 32));
  current = createHash('sha256').update(key).digest('base64url').slice(0, 8);
  keys.set(current, key);
  marking = Buffer.from(hkdfSync('sha256', secret, '', 'mark', 32));
}

/** A keyed hash for comparing values that a copy of the database must not reveal. A plain hash of a password could be guessed. */
export function makeBlindMark(text: string): Buffer {
  if (!marking) throw new Error('a value cannot be hashed before the services are created');
  return createHmac('sha256', marking).update(text).digest();
}

export function sealObject(value: object): string {
  const key = current && keys.get(current);
  if (!current || !key) throw new Error('a value cannot be encrypted before the services are created');
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, iv);
  const body = Buffer.concat([cipher.update(JSON.stringify(value)), cipher.final()]);
  return `${current}.${Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url')}`;
}

/** Decrypts a value of a column or a payload if it is encrypted, otherwise returns it unchanged. */
export const unsealIfSealed = <T extends object>(value: T | { readonly sealed: string }): T =>
  'sealed' in value ? (unsealObject(value.sealed) as T) : value;

/** Throws if another installation encrypted the text, or if the text was changed. */
export function unsealObject(sealed: string): object {
  const [name = '', body = ''] = sealed.split('.');
  const key = keys.get(name);
  if (!key) throw new Error('another installation encrypted this value: set the same AUTH_SECRET on all nodes');
  const all = Buffer.from(body, 'base64url');
  const cipher = createDecipheriv('aes-256-gcm', key, all.subarray(0, 12));
  cipher.setAuthTag(all.subarray(12, 28));
  return JSON.parse(Buffer.concat([cipher.update(all.subarray(28)), cipher.final()]).toString('utf8')) as object;
}
