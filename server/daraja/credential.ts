import { constants, createPublicKey, publicEncrypt } from 'node:crypto';
import type { Line } from './line.ts';

type Initiator = NonNullable<Line['initiator']>;

/**
 * The initiator's password for Safaricom's eyes only. Of the certificate the key alone counts: the published ones expired long ago. Null
 * when there is no usable key.
 */
export async function securityCredential({ password, key }: Initiator): Promise<string | null> {
  try {
    const pem = 'pem' in key ? key.pem : await offered(key.from);
    return publicEncrypt({ key: createPublicKey(pem), padding: constants.RSA_PKCS1_PADDING }, Buffer.from(password.reveal())).toString('base64');
  } catch {
    return null;
  }
}

const asking = new Map<string, Promise<string>>();
/** The simulator makes its key when it starts, so it is asked every time; who ask at the same time share its answer. */
function offered(url: string): Promise<string> {
  const answer = asking.get(url) ?? ask(url).finally(() => asking.delete(url));
  asking.set(url, answer);
  return answer;
}
async function ask(url: string): Promise<string> {
  const response = await fetch(url, { signal: AbortSignal.timeout(5000) });
  return response.ok ? response.text() : '';
}
