import type { z } from 'zod';
import { isBlockedForAuditor } from '#contract/access/auditor.ts';
import { isAllowed, toPermission } from '#contract/access/grants.ts';
import { isBlockedWhileImpersonating } from '#contract/access/impersonation.ts';
import type { CallShape, HandlerInput, HandlerResult, UploadedChunk, UploadedFile } from '#contract/kernel/call.ts';
import { isWriteCall } from '#contract/kernel/call.ts';
import { type FieldProblems, parseWithProblems } from '#contract/kernel/problems.ts';
import { runHoldingConnection } from '#server/db/one-connection.ts';
import { assertFreshSession } from '#server/identity/sign-in/fresh-session.ts';
import { type Ctx, type Db, type Me, Refusal, type RequestNotes, type RequestOrigin } from '#server/kernel/ctx.ts';
import { sentence } from '#server/kernel/locale.ts';
import { m } from '#words/messages.js';
import { invalidInputRefusal } from './answer.ts';
import { findStoredAnswer, runIdempotently } from './idempotency.ts';
import type { JsonText } from './json-text.ts';
import { retryTransaction } from './retry-transaction.ts';
import { findUnstorableFields } from './storable-text.ts';

export type CallHandlers<C extends Record<string, CallShape>> = {
  [K in keyof C]: (ctx: Ctx, input: HandlerInput<C[K]>) => Promise<HandlerResult<C[K]>>;
};
/** A module may also answer with JSON that is written already. */
type Serving<C extends Record<string, CallShape>> = {
  [K in keyof C]: (ctx: Ctx, input: HandlerInput<C[K]>) => Promise<HandlerResult<C[K]> | JsonText>;
};
type Handler = (ctx: Ctx, input: never) => Promise<unknown>;
export type CallRoute = { readonly call: CallShape; readonly handle: Handler };

/**
 * A handler with a slow part that needs no connection: `first` runs once before the transaction; `work` runs in it, possibly more than once, with the
 * result of `first`.
 */
export const withPreparation = <I, P, R>(first: (ctx: Ctx, input: I) => Promise<P>, work: (ctx: Ctx, input: I, ready: P) => Promise<R>) =>
  Object.assign(async (ctx: Ctx, input: I): Promise<R> => work(ctx, input, await first(ctx, input)), { first, work });
type TwoPart = Handler & Partial<ReturnType<typeof withPreparation<never, unknown, unknown>>>;

/** Pairs a module's calls with its service. A call without a handler, or a handler of the wrong shape, does not compile. */
export const serveCalls = <const C extends Record<string, CallShape>>(calls: C, handlers: Serving<C>): CallRoute[] =>
  Object.entries(calls).map(([name, call]) => ({ call, handle: handlers[name] as Handler }));

/** The parts of a request: path parameters, query, body and idempotency key. */
export type IncomingRequestParts = {
  readonly params?: unknown;
  readonly query?: unknown;
  readonly body?: unknown;
  readonly file?: UploadedFile | UploadedChunk | undefined;
  /** The idempotency key of the request. */
  readonly key?: string | null;
};

/** Runs one call for one caller: permission, input, then the service, inside a transaction if the call writes. */
export async function runCall(
  route: CallRoute,
  db: Db,
  me: Me,
  from: RequestOrigin,
  arrived: IncomingRequestParts,
  note: RequestNotes = { audited: 0 },
): Promise<unknown> {
  const { call } = route;
  assertCallPermitted(call, me);
  const input = read(call, arrived);
  if (call.fresh || call.freshFor?.(input as Record<string, unknown>)) await assertFreshSession({ db, me });
  if (!isWriteCall(call)) return route.handle({ me, db, from, note }, input);
  const { first, work: second }: TwoPart = route.handle;
  const done = first && arrived.key ? await findStoredAnswer(db, { call, me, key: arrived.key, input }) : null;
  if (done) return done.answer;
  const ready = await first?.({ me, db, from, note }, input);
  const handle: Handler = second ? (ctx, given) => second(ctx, given, ready) : route.handle;
  // A handler may run more than once, so effects outside its transaction must be repeatable.
  return retryTransaction(() => {
    note.audited = 0;
    delete note.cookies;
    return db.transaction().execute((tx) => {
      const work = async () => {
        const result = await handle({ me, db: tx, from, note }, input);
        if (note.audited === 0 && !call.counts && !call.step) throw new Error(`${call.method} ${call.path} changed data without an audit entry`);
        return result;
      };
      return runHoldingConnection(`${call.method} ${call.path}`, () =>
        arrived.key ? runIdempotently(tx, { call, me, key: arrived.key, input, note }, work) : work(),
      );
    });
  });
}

export function assertCallPermitted(call: CallShape, me: Me): void {
  if (me.impersonatorId !== null && isBlockedWhileImpersonating(call)) throw new Refusal('forbidden', sentence('notWhileImpersonating'));
  if (me.mustEnrol && typeof call.needs === 'object' && 'only' in call.needs && !call.ownAccount)
    throw new Refusal('forbidden', sentence('secondStepNeeded'));
  if (me.auditor && isBlockedForAuditor(call)) throw new Refusal('forbidden', m.access_refusal_auditor_writes());
  if (isAllowed(call.needs, me)) return;
  if (me.role === 'anonymous') throw new Refusal('signedOut', sentence('signedOut'));
  throw new Refusal('forbidden', sentence('accessForbidden'), { missing: toPermission(call.needs) });
}

/** Merges path, query and body into one input, and reports all invalid fields at once. */
function read(call: CallShape, arrived: IncomingRequestParts): never {
  const input: Record<string, unknown> = {};
  const fields: FieldProblems = {};
  const parts = [
    [call.params, arrived.params ?? {}],
    [call.query, arrived.query ?? {}],
    [call.body, arrived.body ?? undefined],
  ] as const;
  for (const [schema, value] of parts) {
    if (!schema) continue;
    if (value === undefined) {
      fields.body = sentence('requiredParameter');
      continue;
    }
    for (const name of findUnstorableFields(value)) fields[name] = m.problem_nul();
    for (const name of listRequiredFields(schema))
      if (isMissing(value, name, schema, schema !== call.body)) fields[name] = sentence('requiredParameter');
    const parsed = parseWithProblems(schema, value);
    if ('data' in parsed) Object.assign(input, parsed.data);
    else for (const [name, why] of Object.entries(parsed.problems)) fields[name] ??= why;
  }
  if (call.upload) {
    if (arrived.file) input.file = arrived.file;
    else fields[call.upload.field] = sentence('requiredParameter');
  }
  if (Object.keys(fields).length > 0) throw invalidInputRefusal(fields);
  return input as never;
}

/**
 * An empty value in an address, such as `?page=`, counts as missing; an empty text in a body does not. Null counts as missing too, as specified,
 * unless the field allows null.
 */
function isMissing(value: unknown, name: string, schema: z.ZodObject, inAddress: boolean): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const given = (value as Record<string, unknown>)[name];
  if (given === null) return !(schema.shape[name] as z.ZodType).safeParse(null).success;
  return given === undefined || (inAddress && given === '');
}

const required = new WeakMap<z.ZodObject, readonly string[]>();
/** Coercion hides missing values (a missing number becomes NaN), so each field is tested once for whether it accepts no value. */
export function listRequiredFields(schema: z.ZodObject): readonly string[] {
  const known = required.get(schema);
  if (known) return known;
  const names = Object.entries(schema.shape)
    .filter(([, field]) => !(field as z.ZodType).safeParse(undefined).success)
    .map(([name]) => name);
  required.set(schema, names);
  return names;
}
