import type { CallShape } from '#contract/kernel/call.ts';

/** What an act changes beyond its own room: all calls of a room, or one. */
export type Touched = CallShape | Readonly<Record<string, CallShape>>;

const isCall = (touched: Touched): touched is CallShape => typeof (touched as CallShape).path === 'string';

/** The part of an address all calls of a room share: `/api/v2/policy/`. */
const roomOf = (path: string): string => `${path.split('/').slice(0, 4).join('/')}/`;

/** Which answers on screen are stale once `call` was done: those of its own room, of what it touches, and the home page, which counts them all. */
export function staleAfter(call: CallShape, touches: readonly Touched[] = []): (path: unknown) => boolean {
  const whole = touches.flatMap((touched) => (isCall(touched) ? [] : Object.values(touched).map((one) => roomOf(one.path))));
  const rooms = [...new Set([roomOf(call.path), '/api/v2/home/', ...whole])];
  const single = new Set<unknown>(touches.filter(isCall).map((one) => one.path));
  return (path) => single.has(path) || rooms.some((room) => String(path).startsWith(room));
}

/** Which answers are about the record a call took away, as it declares. A page that is still being left does not ask for it again, to be told that it is gone. */
export function goneAfter(call: CallShape, given: object): (queryKey: readonly unknown[]) => boolean {
  const { id = null } = given as { id?: unknown };
  const taken = new Set<unknown>(call.takes);
  if (taken.size === 0 || id === null) return () => false;
  return ([path, asked]) => taken.has(path) && String((asked as { id?: unknown } | null | undefined)?.id) === String(id);
}
