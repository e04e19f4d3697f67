import { beforeEach, describe, expect, test, vi } from 'vitest';
import { requestTimes } from '#contract/constants.ts';
import { identityCalls } from '#contract/identity/calls.ts';
import { type messages, messageWording } from '#contract/messages.ts';
import { familyCalls } from '#contract/people/calls.ts';
import { policyCalls } from '#contract/policy/calls.ts';
import { toErrorMessage } from './errors.ts';
import { CallRejectedError, makeApiClient, NoAnswerError } from './send.ts';

/** `line` and `time` mean no answer, because the connection broke or the time limit passed. */
type Reply = { status: number | 'line' | 'time'; body?: unknown };
const word = (key: keyof typeof messages) => messageWording(key);

/** A sender over a scripted network: replies are given in order, the last one repeatedly. */
function scripted(replies: Reply[], tokens: (string | null | Error)[] = ['t1', 't2', 't3', 't4', 't5']) {
  const seen: { url: string; authorization: string | undefined }[] = [];
  const keys: (string | null)[] = [];
  const waits: number[] = [];
  const clock = { at: 0 };
  const signedOut = vi.fn();
  let left = [...tokens];
  const freshToken = vi.fn(async () => {
    const [first = null, ...rest] = left;
    left = rest;
    if (first instanceof Error) throw first;
    return first === null ? null : { accessToken: first, expires_in: 300 };
  });
  const fetcher = (async (url: string, init?: RequestInit) => {
    seen.push({ url, authorization: new Headers(init?.headers).get('authorization') ?? undefined });
    keys.push(new Headers(init?.headers).get('idempotency-key'));
    const reply = replies.length > 1 ? (replies.shift() as Reply) : (replies[0] as Reply);
    if (reply.status === 'line') throw new TypeError('fetch failed');
    if (reply.status === 'time') throw new DOMException('signal timed out', 'TimeoutError');
    return new Response(JSON.stringify(reply.body ?? { error: 'E', message: 'M' }), { status: reply.status });
  }) as typeof fetch;
  const sender = makeApiClient({ fetch: fetcher, wait: async (ms) => void waits.push(ms), now: () => clock.at, freshToken, signedOut });
  return { ...sender, clock, seen, keys, waits, signedOut, freshToken };
}
const all = { page: 1 };
const ok = { status: 200, body: { results: [], count: 0 } };

describe('HTTP client', () => {
  beforeEach(() => vi.useRealTimers());

  test('fetches a token before the first call and sends the token in the Authorization header', async () => {
    const net = scripted([ok]);
    await net.send(policyCalls.list, all);
    expect(net.seen).toEqual([{ url: '/api/v2/policy/all_policies/?page=1', authorization: 'Bearer t1' }]);
  });

  test('aborts running calls and delays later calls during sign-out, so that no call answers 401', async () => {
    const asked: { readonly url: string; readonly signal: AbortSignal; answer(status: number): void }[] = [];
    const fetcher = ((url: string, { signal }: { signal: AbortSignal }) =>
      new Promise((resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason));
        asked.push({ url, signal, answer: (status) => resolve(new Response(JSON.stringify({ ...ok.body, error: 'E', message: 'M' }), { status })) });
      })) as unknown as typeof fetch;
    const signedOut = vi.fn();
    const { send } = makeApiClient({
      fetch: fetcher,
      wait: async () => undefined,
      now: () => 0,
      freshToken: async () => ({ accessToken: 't', expires_in: 300 }),
      signedOut,
    });
    const first = send(policyCalls.list, all);
    await vi.waitFor(() => expect(asked).toHaveLength(1));
    const stop = send(identityCalls.stopImpersonating, {}, { last: true });
    const later = send(policyCalls.list, { page: 2 });
    await vi.waitFor(() => expect(asked).toHaveLength(2));
    expect(asked[0]?.signal.aborted).toBe(true);
    expect(asked[1]?.url).toContain(identityCalls.stopImpersonating.path);

    // The request failed: the page stays, and aborted or held calls are sent.
    asked[1]?.answer(409);
    await expect(stop).rejects.toBeInstanceOf(CallRejectedError);
    await vi.waitFor(() => expect(asked).toHaveLength(4));
    for (const one of asked.slice(2)) one.answer(200);
    await Promise.all([first, later]);

    // The request succeeded, so nothing more is sent.
    const done = send(identityCalls.stopImpersonating, {}, { last: true });
    await vi.waitFor(() => expect(asked).toHaveLength(5));
    void send(policyCalls.list, all);
    asked[4]?.answer(200);
    await done;
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(asked).toHaveLength(5);
    expect(signedOut).not.toHaveBeenCalled();
  });

  test('sends a file in a form whose content type the browser sets', async () => {
    const sent: RequestInit[] = [];
    const fetcher = (async (_url: string, init?: RequestInit) => {
      sent.push(init ?? {});
      return new Response('{"image":"/media/x"}');
    }) as typeof fetch;
    const { send } = makeApiClient({
      fetch: fetcher,
      wait: async () => undefined,
      now: () => 0,
      freshToken: async () => ({ accessToken: 't', expires_in: 300 }),
      signedOut: () => undefined,
    });
    await send(familyCalls.dealer.picture, { profile_image: new Blob(['x']), profile: new Blob() });
    const form = sent[0]?.body as FormData;
    expect([...form.keys()]).toEqual(['profile_image']);
    expect(sent[0]?.headers).toEqual({ accept: 'application/json', authorization: 'Bearer t', 'idempotency-key': expect.any(String) });
  });

  test('refreshes the token after a first 401 and repeats the request', async () => {
    const net = scripted([{ status: 401 }, ok]);
    await net.send(policyCalls.list, all);
    expect(net.seen.map((s) => s.authorization)).toEqual(['Bearer t1', 'Bearer t2']);
    expect(net.signedOut).not.toHaveBeenCalled();
  });

  test('shares one new token among all requests that start during a token refresh', async () => {
    const net = scripted([ok]);
    await Promise.all([net.send(policyCalls.list, all), net.send(policyCalls.list, { page: 2 }), net.send(policyCalls.list, { page: 3 })]);
    expect(net.freshToken).toHaveBeenCalledTimes(1);
    expect(net.seen.map((s) => s.authorization)).toEqual(['Bearer t1', 'Bearer t1', 'Bearer t1']);
  });

  test(`signs out at the ${requestTimes.unauthorizedLimit}th 401 in a row, and a success resets the count`, async () => {
    const net = scripted([{ status: 401 }]);
    for (let i = 1; i < requestTimes.unauthorizedLimit; i++) {
      await expect(net.send(policyCalls.list, all)).rejects.toBeInstanceOf(CallRejectedError);
      expect(net.signedOut).not.toHaveBeenCalled();
    }
    await expect(net.send(policyCalls.list, all)).rejects.toBeInstanceOf(CallRejectedError);
    expect(net.signedOut).toHaveBeenCalledTimes(1);
  });

  test('signs out at once if the token cannot be refreshed', async () => {
    const net = scripted([{ status: 401 }], ['t1', null]);
    await expect(net.send(policyCalls.list, all)).rejects.toMatchObject({ status: 401 });
    expect(net.signedOut).toHaveBeenCalledTimes(1);
  });

  test('fetches a new token once for all pending calls before an expired token is sent', async () => {
    const net = scripted([ok]);
    await net.send(policyCalls.list, all);
    net.clock.at = 280_000;
    await net.send(policyCalls.list, all);
    net.clock.at = 295_000;
    await Promise.all([net.send(policyCalls.list, all), net.send(policyCalls.listForMenu, all)]);
    expect(net.seen.map((s) => s.authorization)).toEqual(['Bearer t1', 'Bearer t1', 'Bearer t2', 'Bearer t2']);
    expect(net.freshToken).toHaveBeenCalledTimes(2);
  });

  const away = new TypeError('fetch failed');
  test('retries a failed token fetch once when offline, and sends no request without a token', async () => {
    const net = scripted([ok], [away, away, 't1']);
    await expect(net.send(policyCalls.list, all)).rejects.toBeInstanceOf(NoAnswerError);
    expect([net.seen, net.waits]).toEqual([[], [1000]]);
    await net.send(policyCalls.list, all);
    expect(net.seen.map((s) => s.authorization)).toEqual(['Bearer t1']);
    const short = scripted([ok], [away, 't1']);
    await expect(short.send(policyCalls.list, all)).resolves.toEqual(ok.body);
  });

  test('does not sign the person out if an expired token cannot be refreshed while offline', async () => {
    const net = scripted([{ status: 401 }, ok], ['t1', away, away, 't2']);
    await expect(net.send(policyCalls.list, all)).rejects.toBeInstanceOf(NoAnswerError);
    expect(net.signedOut).not.toHaveBeenCalled();
    await expect(net.send(policyCalls.list, all)).resolves.toEqual(ok.body);
  });

  test.each(requestTimes.retryStatuses)('retries a request answered with status %i three times with growing delays', async (status) => {
    const net = scripted([{ status }]);
    await expect(net.send(policyCalls.listForMenu, all)).rejects.toMatchObject({ status });
    expect(net.seen).toHaveLength(1 + requestTimes.retries);
    expect(net.waits).toEqual([1000, 2000, 4000]);
    const recovers = scripted([{ status }, ok]);
    await expect(recovers.send(policyCalls.listForMenu, all)).resolves.toEqual({ results: [], count: 0 });
  });

  test('does not retry a request answered with status 500', async () => {
    const net = scripted([{ status: 500 }]);
    await expect(net.send(policyCalls.listForMenu, all)).rejects.toMatchObject({ status: 500 });
    expect(net.seen).toHaveLength(1);
  });
});

describe('HTTP client: writes', () => {
  const made = { status: 200, body: { id: 1 } };
  const given = { id: 1 };

  test.each(requestTimes.retryStatuses)('every retry of a write after status %i has the same idempotency key', async (status) => {
    const net = scripted([{ status }, { status }, made]);
    await net.send(policyCalls.remove, given);
    expect(net.keys).toHaveLength(3);
    expect(net.keys[0]).toMatch(/^[0-9a-f-]{36}$/);
    expect(new Set(net.keys).size).toBe(1);
  });

  test('a write is retried once with the same idempotency key after a lost connection, and then fails', async () => {
    const net = scripted([{ status: 'line' }, made]);
    await expect(net.send(policyCalls.remove, given)).resolves.toEqual({ id: 1 });
    expect(new Set(net.keys).size).toBe(1);
    const dead = scripted([{ status: 'line' }]);
    await expect(dead.send(policyCalls.remove, given)).rejects.toBeInstanceOf(NoAnswerError);
    expect(dead.keys).toHaveLength(2);
  });

  test('a write is not retried after a timeout', async () => {
    const net = scripted([{ status: 'time' }]);
    await expect(net.send(policyCalls.remove, given)).rejects.toBeInstanceOf(NoAnswerError);
    expect(net.keys).toHaveLength(1);
  });

  test('a write repeated after a token refresh has a new bearer token and the same idempotency key', async () => {
    const net = scripted([{ status: 401 }, made]);
    await net.send(policyCalls.remove, given);
    expect(net.seen.map((s) => s.authorization)).toEqual(['Bearer t1', 'Bearer t2']);
    expect(net.keys).toHaveLength(2);
    expect(new Set(net.keys).size).toBe(1);
  });

  test('two writes have different idempotency keys, unless the caller gives both writes the same key', async () => {
    const net = scripted([made]);
    await net.send(policyCalls.remove, given);
    await net.send(policyCalls.remove, given);
    expect(net.keys[0]).not.toBe(net.keys[1]);
    await net.send(policyCalls.remove, given, { key: 'mine' });
    await net.send(policyCalls.remove, given, { key: 'mine' });
    expect(net.keys.slice(2)).toEqual(['mine', 'mine']);
  });

  test('a read has no idempotency key', async () => {
    const net = scripted([{ status: 503 }, ok]);
    await net.send(policyCalls.list, all);
    expect(net.keys).toEqual([null, null]);
  });
});

describe('error toast of a failed call', () => {
  test.each([
    ['plain words', 'plain words', { title: 'Error', text: 'plain words' }],
    ['a refusal', new CallRejectedError(403, { error: 'Forbidden', message: 'No' }), { title: 'Forbidden', text: 'No' }],
    [
      'an error message that is a list',
      new CallRejectedError(400, { error: 'Bad Request', message: ['a', 'b'] as unknown as string }),
      { title: 'Bad Request', text: 'a, b' },
    ],
    [
      'too many requests',
      new CallRejectedError(429, { error: 'Too Many Requests', message: 'x' }),
      { title: 'Too Many Requests', text: 'Too Many Requests. Try Later. x' },
    ],
    ['no network', new NoAnswerError('failed'), { title: 'Network Error', text: 'Cant Connect To The Internet' }],
    ['a programming error', new ReferenceError('x is not defined'), { title: 'Reference Error', text: 'x is not defined' }],
  ])('shows the title and text for %s', (_, problem, said) => expect(toErrorMessage(problem, word)).toEqual(said));
});
