import type { CallShape } from '#contract/kernel/call.ts';

/** Changes of an act beyond its own module: all calls of a module, or one. */
export type AffectedCalls = CallShape | Readonly<Record<string, CallShape>>;

const isCall = (touched: AffectedCalls): touched is CallShape => typeof (touched as CallShape).path === 'string';

/** The part of an address all calls of a module share: `/api/v2/policy/`. */
const moduleOf = (path: string): string => `${path.split('/').slice(0, 4).join('/')}/`;

/** Visible answers that are stale after `call`: those of its own module, of its `touches`, and the home page, which counts them all. */
export function matchStaleCalls(call: CallShape, touches: readonly AffectedCalls[] = []): (path: unknown) => boolean {
  const whole = touches.flatMap((touched) => (isCall(touched) ? [] : Object.values(touched).map((one) => moduleOf(one.path))));
  const modules = [...new Set([moduleOf(call.path), '/api/v2/home/', ...whole])];
  const single = new Set<unknown>(touches.filter(isCall).map((one) => one.path));
  return (path) => single.has(path) || modules.some((module) => String(path).startsWith(module));
}

/**
 * Queries about the record that a call deletes, as it declares. A page that is still visible does not request them again, because the answer would be
 * 404.
 */
export function matchDeletedRecordQueries(call: CallShape, given: object): (queryKey: readonly unknown[]) => boolean {
  const { id = null } = given as { id?: unknown };
  const taken = new Set<unknown>(call.takes);
  if (taken.size === 0 || id === null) return () => false;
  return ([path, asked]) => taken.has(path) && String((asked as { id?: unknown } | null | undefined)?.id) === String(id);
}
