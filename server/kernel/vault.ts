import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto';

/**
 * Encrypts the answers of rental applications with one key per record, which is itself encrypted (wrapped) with the key of the installation. Deleting
 * the wrapped key makes the data unreadable, in every backup too. A process has one wrapping key; tests run several installations, so a wrapped key
 * contains the name of its wrapping key.
 */
const wrapping = new Map<string, Buffer>();
let current: string | null = null;
let marking: Buffer | null = null;
const nameBytes = 8;

/** Sets the wrapping key; called at start with VAULT_KEY, or with a key derived from AUTH_SECRET. */
export function setVaultSecret(secret: string): void {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'vault', 32));
  current = createHash('sha256').update(key).digest('base64url').slice(0, nameBytes);
  wrapping.set(current, key);
  marking = Buffer.from(hkdfSync('sha256', secret, '', 'vault-mark', 32));
}

/** `about` is authenticated with the data, so that data encrypted for one record cannot be decrypted as that of another. */
export function encryptBytes(key: Buffer, data: Uint8Array, about: string): Buffer {
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(about));
  const body = Buffer.concat([cipher.update(data), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), body]);
}
/** Throws if the text was encrypted with another key, or if it was changed. */
export function decryptBytes(key: Buffer, locked: Uint8Array, about: string): Buffer {
  const all = Buffer.from(locked);
  const cipher = createDecipheriv('aes-256-gcm', key, all.subarray(0, 12)).setAAD(Buffer.from(about));
  cipher.setAuthTag(all.subarray(12, 28));
  return Buffer.concat([cipher.update(all.subarray(28)), cipher.final()]);
}

/** A new key, and the same key wrapped for storage. */
export function createDataKey(): { readonly key: Buffer; readonly wrapped: Buffer } {
  const outer = current && wrapping.get(current);
  if (!current || !outer) throw new Error('a value cannot be encrypted before the services are created');
  const key = randomBytes(32);
  return { key, wrapped: Buffer.concat([Buffer.from(current), encryptBytes(outer, key, 'key')]) };
}
export function unwrapDataKey(wrapped: Uint8Array): Buffer {
  const all = Buffer.from(wrapped);
  const outer = wrapping.get(all.subarray(0, nameBytes).toString());
  if (!outer) throw new Error('another installation encrypted this value: set the same VAULT_KEY on all nodes');
  return decryptBytes(outer, all.subarray(nameBytes), 'key');
}

/** A keyed hash for comparing values within one company that a copy of the database must not reveal. */
export function makeCompanyBlindMark(companyId: number, text: string): Buffer {
  if (!marking) throw new Error('a value cannot be hashed before the services are created');
  return createHmac('sha256', marking).update(`${companyId}:${text}`).digest();
}
