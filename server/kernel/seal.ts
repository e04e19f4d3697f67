import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto';

/**
 * What has to rest in the database for a while and be read again, and must be of no use to whoever copies the database: encrypted with a
 * key of this installation. A process has one; tests open several houses, so a sealed text names the key it wants.
 */
const keys = new Map<string, Buffer>();
let current: string | null = null;
let marking: Buffer | null = null;

/** Called when a house is opened. */
export function sealWith(secret: string): void {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'seal', 32));
  current = createHash('sha256').update(key).digest('base64url').slice(0, 8);
  keys.set(current, key);
  marking = Buffer.from(hkdfSync('sha256', secret, '', 'mark', 32));
}

/** Tells the same from something else, and nothing to whoever copies the database: a bare hash of a password can be guessed at. */
export function markOf(text: string): Buffer {
  if (!marking) throw new Error('nothing is marked before a house is open');
  return createHmac('sha256', marking).update(text).digest();
}

export function seal(value: object): string {
  const key = current && keys.get(current);
  if (!current || !key) throw new Error('nothing is sealed before a house is open');
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, iv);
  const body = Buffer.concat([cipher.update(JSON.stringify(value)), cipher.final()]);
  return `${current}.${Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url')}`;
}

/** Either as it is or sealed, in a column or a payload. */
export const opened = <T extends object>(value: T | { readonly sealed: string }): T => ('sealed' in value ? (unseal(value.sealed) as T) : value);

/** Throws for what another installation sealed, or somebody changed. */
export function unseal(sealed: string): object {
  const [name = '', body = ''] = sealed.split('.');
  const key = keys.get(name);
  if (!key) throw new Error('sealed by another installation: do all nodes share AUTH_SECRET?');
  const all = Buffer.from(body, 'base64url');
  const cipher = createDecipheriv('aes-256-gcm', key, all.subarray(0, 12));
  cipher.setAuthTag(all.subarray(12, 28));
  return JSON.parse(Buffer.concat([cipher.update(all.subarray(28)), cipher.final()]).toString('utf8')) as object;
}
