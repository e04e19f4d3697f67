import { describe, expect, test, vi } from 'vitest';
import { keepSocketOpen, throttleAsync } from './live.ts';

type Fake = {
  onopen: ((e: Event) => void) | null;
  onmessage: ((e: MessageEvent) => void) | null;
  onclose: ((e: CloseEvent) => void) | null;
  close: () => void;
};
function stage() {
  const sockets: Fake[] = [];
  const waits: number[] = [];
  let next: (() => void) | null = null;
  const parts = { arrived: vi.fn(), changed: vi.fn(), connected: vi.fn(), refused: vi.fn() };
  const stop = keepSocketOpen({
    ...parts,
    open: () => {
      const socket: Fake = { onopen: null, onmessage: null, onclose: null, close: vi.fn() };
      sockets.push(socket);
      return socket;
    },
    later: (work, ms) => {
      waits.push(ms);
      next = work;
    },
  });
  const last = () => sockets.at(-1) as Fake;
  return {
    ...parts,
    sockets,
    waits,
    stop,
    opens: () => last().onopen?.({} as Event),
    says: (data: unknown) => last().onmessage?.({ data } as MessageEvent),
    ends: (code = 1006) => {
      next = null;
      last().onclose?.({ code } as CloseEvent);
      (next as (() => void) | null)?.();
    },
  };
}

describe('live socket client', () => {
  test('tries to connect 100 times, 5 seconds apart, then stops', () => {
    const s = stage();
    for (let at = 0; at < 150; at++) s.ends();
    expect(s.sockets).toHaveLength(101);
    expect(new Set(s.waits)).toEqual(new Set([5000]));
  });

  test('resets the count of connection attempts after a successful connection and then loads missed notifications', () => {
    const s = stage();
    for (let at = 0; at < 60; at++) s.ends();
    s.opens();
    for (let at = 0; at < 60; at++) s.ends();
    expect(s.sockets).toHaveLength(121);
    s.opens();
    expect(s.connected).toHaveBeenCalledTimes(2);
  });

  test.each([4401, 4403, 4429])('does not reconnect after close code %i', (code) => {
    const s = stage();
    s.opens();
    s.ends(code);
    expect([s.sockets.length, s.refused.mock.calls.length]).toEqual([1, 1]);
  });

  test('reads the notification in the data field and ignores malformed messages', () => {
    const s = stage();
    s.says(JSON.stringify({ data: JSON.stringify({ id: 7, heading: 'Habari' }) }));
    for (const nonsense of ['', '{', '{}', '{"data":"{"}', '{"data":"1"}', 'null']) s.says(nonsense);
    expect(s.arrived.mock.calls).toEqual([[{ id: 7, heading: 'Habari' }]]);
  });

  test('reports a changed module only if the module supports live refresh', () => {
    const s = stage();
    for (const module of ['lead', 'nonsense', 'toString', 7]) s.says(JSON.stringify({ changed: module }));
    expect(s.changed.mock.calls).toEqual([['lead']]);
    expect(s.arrived).not.toHaveBeenCalled();
  });

  test('closes the socket when stopped and does not reconnect', () => {
    const s = stage();
    s.stop();
    s.ends();
    expect(s.sockets).toHaveLength(1);
    expect(s.sockets[0]?.close).toHaveBeenCalledTimes(1);
  });
});

test('reload throttling: a burst of notifications causes one immediate and one later reload, and never two reloads at the same time', async () => {
  const ends: (() => void)[] = [];
  const hold = () => new Promise<void>((over) => void ends.push(over));
  const work = vi.fn(hold);
  const settled = () => new Promise((over) => setTimeout(over));
  const look = throttleAsync(work, hold);
  for (let at = 0; at < 300; at++) void look();
  expect(work).toHaveBeenCalledTimes(1);
  // The pause has ended, but the answer is still pending.
  ends[1]?.();
  await settled();
  expect(work).toHaveBeenCalledTimes(1);
  ends[0]?.();
  await settled();
  expect(work).toHaveBeenCalledTimes(2);
  for (const end of ends) end();
  await settled();
  expect(work).toHaveBeenCalledTimes(2);
  void look();
  expect(work).toHaveBeenCalledTimes(3);
});
