import type { Logger } from 'pino';
import { DarajaErrorResponse, TokenResponse } from '#contract/daraja/shapes.ts';
import type { MpesaConfig } from './mpesa-config.ts';
import { makaoOutcomeCodes, type RefusedOutcome, toRefusedOutcome, toUnknownOutcome, type UnknownOutcome } from './outcome.ts';
import { HiddenSecret } from './secret.ts';
import type { DarajaTokenStore, TokenResult } from './tokens.ts';

export type DarajaOperation = 'push' | 'pushQuery' | 'b2c' | 'status' | 'balance' | 'reversal' | 'pull' | 'pullRegister' | 'register';
type Answered = { readonly kind: 'accepted'; readonly body: unknown } | RefusedOutcome | UnknownOutcome;
export type SendDarajaRequest = (what: DarajaOperation, path: string, body: object) => Promise<Answered>;
type Parts = { readonly line: MpesaConfig; readonly log: Logger; readonly tokens: DarajaTokenStore; readonly timeoutMs?: number };

/** These operations may move money: they are sent once, whatever the outcome. The others may be repeated. */
const acts: readonly DarajaOperation[] = ['push', 'b2c', 'reversal'];
/** Error codes of a connection that was never opened, so that nothing was sent. */
const neverSent = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'UND_ERR_CONNECT_TIMEOUT'];
/** Whether Safaricom rejected the token as invalid or expired. */
const voidToken = (answer: Answered): boolean => answer.kind === 'refused' && /^(?:404\.001\.0[34]|401\.)/.test(answer.code);

export function makeDarajaSender({ line, log, tokens, timeoutMs = 30_000 }: Parts): SendDarajaRequest {
  const once = async (what: DarajaOperation, path: string, body: object, again: boolean): Promise<Answered> => {
    const got = await tokens.take(line, () => askToken(line, timeoutMs));
    if (got.kind !== 'accepted') return acts.includes(what) && got.kind === 'unknown' ? toRefusedOutcome(makaoOutcomeCodes.token, got.text) : got;
    const headers = { authorization: `Bearer ${got.token.reveal()}`, 'content-type': 'application/json', accept: 'application/json' };
    const answer = await ask(`${line.base}${path}`, { method: 'POST', headers, body: JSON.stringify(body) }, timeoutMs);
    if (voidToken(answer)) {
      await tokens.forget(line, got.token);
      if (again && !acts.includes(what)) return once(what, path, body, false);
    }
    // If a request was never sent, a payment is certainly refused, but the answer to a query is unknown.
    if (answer.kind === 'unknown' && answer.why === 'unreachable' && acts.includes(what))
      return toRefusedOutcome(makaoOutcomeCodes.unreachable, answer.text);
    return answer;
  };
  return async (what, path, body) => {
    const began = performance.now();
    // On any failure here (such as an unreachable database) the caller gets an outcome.
    const answer = await once(what, path, body, true).catch((problem: unknown) => {
      log.error({ daraja: what, problem: problem instanceof Error ? problem.name : 'unknown' }, 'the M-Pesa request failed');
      return acts.includes(what)
        ? toRefusedOutcome(makaoOutcomeCodes.token, 'No access token is available')
        : toUnknownOutcome('broken', 'No access token is available');
    });
    const said = answer.kind === 'accepted' ? {} : { code: answer.code, ...(answer.kind === 'unknown' ? { why: answer.why } : {}) };
    log.info(
      { daraja: what, shortcode: line.shortcode, outcome: answer.kind, ...said, ms: Math.round(performance.now() - began) },
      'M-Pesa request sent',
    );
    return answer;
  };
}

async function askToken(line: MpesaConfig, timeoutMs: number): Promise<TokenResult> {
  const basic = Buffer.from(`${line.consumerKey.reveal()}:${line.consumerSecret.reveal()}`).toString('base64');
  const address = `${line.base}/oauth/v1/generate?grant_type=client_credentials`;
  // Shorter than the database's statement timeout: a lock is held during the request.
  const answer = await ask(address, { headers: { authorization: `Basic ${basic}`, accept: 'application/json' } }, Math.min(timeoutMs, 10_000));
  if (answer.kind !== 'accepted') return answer;
  const read = TokenResponse.safeParse(answer.body);
  return read.success
    ? { kind: 'accepted', token: new HiddenSecret(read.data.access_token), seconds: read.data.expires_in }
    : toUnknownOutcome('shape', 'Safaricom sent no access token');
}

/** One request over the network and the outcome by its answer. The outcome never contains any part of the request. */
async function ask(url: string, init: RequestInit, timeoutMs: number): Promise<Answered> {
  let status: number;
  let text: string;
  try {
    const response = await fetch(url, { ...init, redirect: 'manual', signal: AbortSignal.timeout(timeoutMs) });
    status = response.status;
    text = await response.text();
  } catch (problem) {
    return failure(problem);
  }
  const body = parsed(text);
  if (body === undefined) return toUnknownOutcome('html', `Safaricom answered with status ${status} and a web page instead of data`);
  const error = DarajaErrorResponse.safeParse(body);
  const code = error.success ? error.data.errorCode : null;
  const said = error.success ? (error.data.errorMessage ?? '').slice(0, 200) : '';
  if (status === 429 || code?.startsWith('500.003.0')) return toUnknownOutcome('busy', said || 'Safaricom is busy. Try again later.', code);
  if (status >= 500)
    return toUnknownOutcome(
      code === '500.002.1001' && /duplicate/i.test(said) ? 'duplicate' : 'server',
      said || `Safaricom answered with status ${status}`,
      code,
    );
  if (code !== null) return toRefusedOutcome(code, said);
  return status >= 200 && status < 300 ? { kind: 'accepted', body } : toUnknownOutcome('shape', `Safaricom answered with status ${status}`);
}

function failure(problem: unknown): UnknownOutcome {
  if (problem instanceof Error && problem.name === 'TimeoutError') return toUnknownOutcome('timeout', 'Safaricom did not answer in time');
  const cause = problem instanceof Error ? (problem.cause as { code?: string; errors?: { code?: string }[] } | undefined) : undefined;
  const codes = [cause?.code, ...(cause?.errors ?? []).map((one) => one.code)].filter((code) => code !== undefined);
  return codes.length > 0 && codes.every((code) => neverSent.includes(code))
    ? toUnknownOutcome('unreachable', 'Safaricom cannot be reached')
    : toUnknownOutcome('broken', 'The connection to Safaricom was lost');
}

/** Undefined if the text is not a JSON object, such as the page of a proxy or an empty answer. */
function parsed(text: string): unknown {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === 'object' && body !== null ? body : undefined;
  } catch {
    return undefined;
  }
}
