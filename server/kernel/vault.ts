import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto';

/**
 * What people say of themselves to get a home: encrypted with a key of its own, which is wrapped by the installation's. Dropping the wrapped
 * key is erasing what it opens, in every backup too. A process has one wrapping key; tests open several houses, so a wrapped key names its own.
 */
const wrapping = new Map<string, Buffer>();
let current: string | null = null;
let marking: Buffer | null = null;
const nameBytes = 8;

/** Called at start with VAULT_KEY, or with a key derived from AUTH_SECRET. */
export function vaultWith(secret: string): void {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'vault', 32));
  current = createHash('sha256').update(key).digest('base64url').slice(0, nameBytes);
  wrapping.set(current, key);
  marking = Buffer.from(hkdfSync('sha256', secret, '', 'vault-mark', 32));
}

/** `about` is bound to it: what was locked for one record does not open in another's place. */
export function encryptBytes(key: Buffer, data: Uint8Array, about: string): Buffer {
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(about));
  const body = Buffer.concat([cipher.update(data), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), body]);
}
/** Throws for a text that another key encrypted or that was changed. */
export function decryptBytes(key: Buffer, locked: Uint8Array, about: string): Buffer {
  const all = Buffer.from(locked);
  const cipher = createDecipheriv('aes-256-gcm', key, all.subarray(0, 12)).setAAD(Buffer.from(about));
  cipher.setAuthTag(all.subarray(12, 28));
  return Buffer.concat([cipher.update(all.subarray(28)), cipher.final()]);
}

/** A new key and how it is kept. */
export function newKey(): { readonly key: Buffer; readonly wrapped: Buffer } {
  const outer = current && wrapping.get(current);
  if (!current || !outer) throw new Error('cannot encrypt a value before services are created');
  const key = randomBytes(32);
  return { key, wrapped: Buffer.concat([Buffer.from(current), encryptBytes(outer, key, 'key')]) };
}
export function keyIn(wrapped: Uint8Array): Buffer {
  const all = Buffer.from(wrapped);
  const outer = wrapping.get(all.subarray(0, nameBytes).toString());
  if (!outer) throw new Error('encrypted by another installation: do all nodes share VAULT_KEY?');
  return decryptBytes(outer, all.subarray(nameBytes), 'key');
}

/** Compares values within one company without revealing them in a copy of the database. */
export function blindMark(companyId: number, text: string): Buffer {
  if (!marking) throw new Error('cannot mark a value before services are created');
  return createHmac('sha256', marking).update(`${companyId}:${text}`).digest();
}
