import type { CallShape } from '#contract/kernel/call.ts';
import { send } from './client.ts';

/**
 * A call by its address alone, for public pages: importing the call itself would bring the contract's schemas along, a fifth of what such a
 * page may weigh.
 */
export const bareCall = (method: CallShape['method'], path: `/api/${string}`, needs: 'signed-in' | 'anyone', body = true): CallShape =>
  // The sender reads of a call no more than this; the schemas are the server's business.
  ({ method, path, needs, ...(body ? { body: {} } : {}) }) as unknown as CallShape;

/** Sends one. The type of the answer is taken from the contract by the caller. */
export function sendBare<T>(
  method: CallShape['method'],
  path: `/api/${string}`,
  body?: Readonly<Record<string, unknown>>,
  needs: 'signed-in' | 'anyone' = 'signed-in',
): Promise<T> {
  return send(bareCall(method, path, needs, body !== undefined), (body ?? {}) as never) as Promise<T>;
}
