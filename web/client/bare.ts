import type { CallShape } from '#contract/kernel/call.ts';
import { send } from './client.ts';

/**
 * Sends a call by its address, for public pages: importing the call itself would bring the contract's schemas along, a fifth of
 * what such a page may weigh. The type of the answer is taken from the contract by the caller.
 */
export function sendBare<T>(
  method: CallShape['method'],
  path: `/api/${string}`,
  body?: Readonly<Record<string, unknown>>,
  needs: 'signed-in' | 'anyone' = 'signed-in',
): Promise<T> {
  // The sender reads of a call no more than this; the schemas are the server's business.
  const call = { method, path, needs, ...(body ? { body: {} } : {}) } as unknown as CallShape;
  return send(call, (body ?? {}) as never) as Promise<T>;
}
