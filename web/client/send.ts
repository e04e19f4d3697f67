import { requestTimes } from '#contract/constants.ts';
import { type CallInput, type CallResult, type CallShape, hasIdempotencyKey, toRequest } from '#contract/kernel/call.ts';
import type { FailureBody } from '#contract/kernel/failures.ts';
import { makePageExitGuard } from './departure.ts';
import { createIdempotencyKey } from './idempotency.ts';

/** The server rejected the call: its status and body. */
export class CallRejectedError extends Error {
  readonly status: number;
  readonly body: FailureBody;
  constructor(status: number, body: FailureBody) {
    super(body.message);
    this.status = status;
    this.body = body;
  }
}

/** No answer: no network, or none within the time limit. */
export class NoAnswerError extends Error {
  readonly timedOut: boolean;
  constructor(message: string, timedOut = false) {
    super(message);
    this.timedOut = timedOut;
  }
}

/** A token is renewed some seconds before it expires, because the request itself takes time. */
const spareSeconds = 10;

const noAnswer = (problem: unknown): NoAnswerError =>
  problem instanceof Error ? new NoAnswerError(problem.message, problem.name === 'TimeoutError') : new NoAnswerError(String(problem));

export type SendOptions = {
  /** The key by which the server recognises repeats of a write; without one, each send is a new write. */
  readonly key?: string;
  /**
   * The call ends the session of this page: running calls are aborted and later calls are held, because all of them would be answered with 401. If
   * the call fails, the page stays and the held calls are sent.
   */
  readonly last?: true;
};

type Sending = { readonly key: string | null; readonly last: boolean };

/** The answer of the app's own route. */
export type FreshToken = { readonly accessToken: string; readonly expires_in: number };

export type SendTransport = {
  readonly fetch: typeof fetch;
  readonly wait: (ms: number) => Promise<void>;
  /** The age of this page, in milliseconds. */
  readonly now: () => number;
  /** A new access token from the app's own route, or null if the session cannot be renewed; throws if there is no answer. */
  readonly freshToken: () => Promise<FreshToken | null>;
  /** Called when the session has ended: after four 401 in a row, or if the token cannot be renewed. */
  readonly signedOut: () => void;
};

/**
 * The client of the API with the behaviour of the specification (4.1, 9): one refresh for a 401 while later requests queue, sign-out after four 401
 * in a row, three retries on 502, 503 and 504, at most 15 s. A network error is retried once. A write without an answer may have been done, so every
 * write has a key that all its tries share: the server does it once and repeats the same answer.
 */
export function makeApiClient(transport: SendTransport) {
  let token: string | null = null;
  let until = 0;
  let refreshing: Promise<string | null> | null = null;
  let unauthorized = 0;
  const departure = makePageExitGuard();

  /** Requests that start during a token refresh are held here and use the new token. */
  const refresh = (): Promise<string | null> => {
    refreshing ??= tokenByLine()
      .then((fresh) => {
        token = fresh?.accessToken ?? null;
        until = transport.now() + ((fresh?.expires_in ?? 0) - spareSeconds) * 1000;
        return token;
      })
      .finally(() => {
        refreshing = null;
      });
    return refreshing;
  };
  /**
   * A network error is retried once here, too. Without a token nothing is sent: it would be rejected as soon as the network is back, and the session
   * would be treated as ended, with all data stored for it on the device.
   */
  async function tokenByLine(): Promise<FreshToken | null> {
    for (let broken = false; ; broken = true) {
      try {
        return await transport.freshToken();
      } catch (problem) {
        const why = noAnswer(problem);
        if (broken || why.timedOut) throw why;
        await transport.wait(requestTimes.retryDelayMs);
      }
    }
  }

  async function once(call: CallShape, given: Record<string, unknown>, { key, last }: Sending): Promise<Response> {
    if (!last) await departure.over();
    const { url, body } = toRequest(call, given);
    const headers: Record<string, string> = { accept: 'application/json' };
    if (token) headers.authorization = `Bearer ${token}`;
    if (key !== null) headers['idempotency-key'] = key;
    const form = call.upload ? formOf(call.upload.field, given, body) : null;
    if (body && !form) headers['content-type'] = 'application/json';
    const { signal, answered } = departure.patience(last);
    try {
      return await transport.fetch(url, {
        method: call.method,
        headers,
        signal,
        credentials: 'same-origin',
        ...(form ? { body: form } : body ? { body: JSON.stringify(body) } : {}),
      });
    } catch (problem) {
      if (departure.begun() && !last) return once(call, given, { key, last });
      throw noAnswer(problem);
    } finally {
      answered();
    }
  }

  /** Repeats a call after an error of the gateway, each time after a longer delay. */
  async function patiently(call: CallShape, given: Record<string, unknown>, how: Sending): Promise<Response> {
    for (let tries = 0, broken = false; ; tries++) {
      try {
        const response = await once(call, given, how);
        if (!(requestTimes.retryStatuses as readonly number[]).includes(response.status) || tries >= requestTimes.retries) return response;
      } catch (problem) {
        if (broken || !(problem instanceof NoAnswerError) || problem.timedOut) throw problem;
        broken = true;
      }
      await transport.wait(requestTimes.retryDelayMs * 2 ** tries);
    }
  }

  async function send<C extends CallShape>(call: C, given: CallInput<C>, options: SendOptions = {}): Promise<CallResult<C>> {
    if (!options.last) return sendOne(call, given, options);
    const stay = departure.begin();
    return sendOne(call, given, options).catch((problem: unknown) => {
      stay();
      throw problem;
    });
  }

  async function sendOne<C extends CallShape>(call: C, given: CallInput<C>, options: SendOptions): Promise<CallResult<C>> {
    const input = given as Record<string, unknown>;
    const how = { key: hasIdempotencyKey(call) ? (options.key ?? createIdempotencyKey()) : null, last: options.last ?? false };
    // An expired token would be rejected, so a call after a long absence refreshes it first.
    if (refreshing || (token === null ? call.needs !== 'anyone' : transport.now() >= until)) await refresh();
    let response = await patiently(call, input, how);
    if (response.status === 401) {
      unauthorized += 1;
      if (unauthorized >= requestTimes.unauthorizedLimit) {
        transport.signedOut();
      } else {
        if ((await refresh()) === null) transport.signedOut();
        else response = await patiently(call, input, how);
      }
    }
    if (response.status !== 401) unauthorized = 0;
    if (!response.ok) throw new CallRejectedError(response.status, await failureOf(response));
    return (await response.json()) as CallResult<C>;
  }

  return { send };
}

/** A file is sent in a form; the browser writes its boundary into the content type itself. */
function formOf(field: string, given: Record<string, unknown>, body: Record<string, unknown> | null): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(body ?? {})) if (name !== field) form.append(name, String(value));
  const file = given[field];
  if (file instanceof Blob) form.append(field, file, file instanceof File ? file.name : field);
  return form;
}

async function failureOf(response: Response): Promise<FailureBody> {
  const body: unknown = await response.json().catch(() => null);
  if (typeof body === 'object' && body !== null && 'error' in body && 'message' in body) return body as FailureBody;
  return { error: response.statusText || String(response.status), message: response.statusText };
}
