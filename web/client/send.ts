import { request as limits } from '#contract/constants.ts';
import { type Answer, type CallShape, type Given, isKeyed, toRequest } from '#contract/kernel/call.ts';
import type { FailureBody } from '#contract/kernel/failures.ts';
import { makeDeparture } from './departure.ts';
import { newKey } from './idempotency.ts';

/** The answer was a refusal: its status and what it says. */
export class Refused extends Error {
  readonly status: number;
  readonly body: FailureBody;
  constructor(status: number, body: FailureBody) {
    super(body.message);
    this.status = status;
    this.body = body;
  }
}

/** No answer at all: no network, or none within the time we wait. */
export class NoAnswer extends Error {
  readonly timedOut: boolean;
  constructor(message: string, timedOut = false) {
    super(message);
    this.timedOut = timedOut;
  }
}

/** A token is not used to its last moment: the way to the server takes some of it. */
const spareSeconds = 10;

const noAnswer = (problem: unknown): NoAnswer =>
  problem instanceof Error ? new NoAnswer(problem.message, problem.name === 'TimeoutError') : new NoAnswer(String(problem));

export type SendOptions = {
  /** The key under which a write is known however often it arrives; without one, each send is a write of its own. */
  readonly key?: string;
  /**
   * It ends the session this page was drawn for, and the page goes: calls under way are broken off, later ones wait, for they would all be
   * refused with 401. If it fails, the page stays and they are sent after all.
   */
  readonly last?: true;
};

type Sending = { readonly key: string | null; readonly last: boolean };

/** As the app's own route answers it. */
export type FreshToken = { readonly accessToken: string; readonly expires_in: number };

export type Transport = {
  readonly fetch: typeof fetch;
  readonly wait: (ms: number) => Promise<void>;
  /** How long this page lives, in milliseconds. */
  readonly now: () => number;
  /** A fresh access token from the app's own route, or null when the session cannot be renewed; throws where nobody says which. */
  readonly freshToken: () => Promise<FreshToken | null>;
  /** Called when the session is over: after four 401 in a row, or when no fresh token comes. */
  readonly signedOut: () => void;
};

/**
 * The client of the API with the behaviour the specification gives it (4.1, 9): one refresh for a 401 while later
 * requests queue behind it, sign-out after four 401 in a row, three more tries on 502, 503 and 504, 15 s at most. A line that
 * breaks is tried once more. Nobody knows whether a write that got no answer was done, so every write carries a key that all its
 * tries share: the server does it once and gives the same answer again.
 */
export function makeSender(transport: Transport) {
  let token: string | null = null;
  let until = 0;
  let refreshing: Promise<string | null> | null = null;
  let unauthorized = 0;
  const departure = makeDeparture();

  /** Requests that arrive during a refresh wait here and go out with the token it brings. */
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
   * A line that breaks is tried once more here, too. Without a token nothing is sent: it would be refused as soon as the line is back, and a
   * session nobody could ask about would be taken for one that is over, with all that is kept for it on the device.
   */
  async function tokenByLine(): Promise<FreshToken | null> {
    for (let broken = false; ; broken = true) {
      try {
        return await transport.freshToken();
      } catch (problem) {
        const why = noAnswer(problem);
        if (broken || why.timedOut) throw why;
        await transport.wait(limits.retryDelayMs);
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

  /** A gateway that hiccups is asked again, waiting a little longer each time. */
  async function patiently(call: CallShape, given: Record<string, unknown>, how: Sending): Promise<Response> {
    for (let tries = 0, broken = false; ; tries++) {
      try {
        const response = await once(call, given, how);
        if (!(limits.retryStatuses as readonly number[]).includes(response.status) || tries >= limits.retries) return response;
      } catch (problem) {
        if (broken || !(problem instanceof NoAnswer) || problem.timedOut) throw problem;
        broken = true;
      }
      await transport.wait(limits.retryDelayMs * 2 ** tries);
    }
  }

  async function send<C extends CallShape>(call: C, given: Given<C>, options: SendOptions = {}): Promise<Answer<C>> {
    if (!options.last) return sendOne(call, given, options);
    const stay = departure.begin();
    return sendOne(call, given, options).catch((problem: unknown) => {
      stay();
      throw problem;
    });
  }

  async function sendOne<C extends CallShape>(call: C, given: Given<C>, options: SendOptions): Promise<Answer<C>> {
    const input = given as Record<string, unknown>;
    const how = { key: isKeyed(call) ? (options.key ?? newKey()) : null, last: options.last ?? false };
    // One that ran out meanwhile would be refused: whoever was away for long comes back with a new one.
    if (refreshing || (token === null ? call.needs !== 'anyone' : transport.now() >= until)) await refresh();
    let response = await patiently(call, input, how);
    if (response.status === 401) {
      unauthorized += 1;
      if (unauthorized >= limits.unauthorizedLimit) {
        transport.signedOut();
      } else {
        if ((await refresh()) === null) transport.signedOut();
        else response = await patiently(call, input, how);
      }
    }
    if (response.status !== 401) unauthorized = 0;
    if (!response.ok) throw new Refused(response.status, await failureOf(response));
    return (await response.json()) as Answer<C>;
  }

  return { send };
}

/** A file travels in a form; the browser writes its boundary into the content type itself. */
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
