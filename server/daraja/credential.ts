import { constants, createPublicKey, publicEncrypt } from 'node:crypto';
import type { MpesaConfig } from './mpesa-config.ts';

type Initiator = NonNullable<MpesaConfig['initiator']>;

/**
 * Encrypts the initiator's password for Safaricom. Only the key of the certificate counts: the published certificates expired long ago. Null without
 * a usable key.
 */
export async function makeSecurityCredential({ password, key }: Initiator): Promise<string | null> {
  try {
    const pem = 'pem' in key ? key.pem : await offered(key.from);
    return publicEncrypt({ key: createPublicKey(pem), padding: constants.RSA_PKCS1_PADDING }, Buffer.from(password.reveal())).toString('base64');
  } catch {
    return null;
  }
}

const asking = new Map<string, Promise<string>>();
/** The simulator creates its key at start, so it is fetched every time; concurrent callers share the answer. */
function offered(url: string): Promise<string> {
  const answer = asking.get(url) ?? ask(url).finally(() => asking.delete(url));
  asking.set(url, answer);
  return answer;
}
async function ask(url: string): Promise<string> {
  const response = await fetch(url, { signal: AbortSignal.timeout(5000) });
  return response.ok ? response.text() : '';
}
