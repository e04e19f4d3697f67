import type { CallShape } from '#contract/kernel/call.ts';
import { send } from './client.ts';

/**
 * A call by its address alone, for public pages: an import of the call itself would load the contract's schemas, a fifth of the size limit of such a
 * page.
 */
export const buildCallFromPath = (method: CallShape['method'], path: `/api/${string}`, needs: 'signed-in' | 'anyone', body = true): CallShape =>
  // The sender needs only these properties of a call; the server checks the schemas.
  ({ method, path, needs, ...(body ? { body: {} } : {}) }) as unknown as CallShape;

/** Sends such a call. The caller takes the type of the answer from the contract. */
export function sendCallByPath<T>(
  method: CallShape['method'],
  path: `/api/${string}`,
  body?: Readonly<Record<string, unknown>>,
  needs: 'signed-in' | 'anyone' = 'signed-in',
): Promise<T> {
  return send(buildCallFromPath(method, path, needs, body !== undefined), (body ?? {}) as never) as Promise<T>;
}
