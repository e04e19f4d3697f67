import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { type CallShape, isWriteCall } from '#contract/kernel/call.ts';
import { type Ctx, Refusal } from '#server/kernel/ctx.ts';
import { sentence } from '#server/kernel/locale.ts';
import { callTable } from '#server/modules.ts';
import { createTestServices, type TestServices } from '#test/db.ts';
import { createPerson, type TestPerson, testRequestOrigin } from '#test/people.ts';
import { toFailureResponse } from './answer.ts';
import { computeRequestBodyDigest, deleteExpiredIdempotencyKeys, resolveIdempotencyKey } from './idempotency.ts';
import { parseJsonText } from './json-text.ts';
import { type CallRoute, runCall } from './registry.ts';

let services: TestServices;
let owner: TestPerson;
beforeAll(async () => {
  services = await createTestServices();
  owner = await createPerson(services, 'owner');
  await sql`create table effect (id int primary key generated always as identity, name text not null, n int not null default 0)`.execute(db());
});
afterAll(() => services.database.close());
const db = () => services.database.db;
const effects = async (name: string) => (await sql`select 1 from effect where name = ${name}`.execute(db())).rows.length;

const shape: CallShape = {
  method: 'POST',
  path: '/api/v2/test/once/',
  summary: '',
  needs: 'anyone',
  body: z.strictObject({ name: z.string() }),
  result: z.unknown(),
  fails: [],
  counts: true,
};
const route = (handle: (ctx: Ctx, input: { name: string }) => Promise<unknown>, more: Partial<CallShape> = {}): CallRoute => ({
  call: { ...shape, ...more },
  handle: handle as CallRoute['handle'],
});
const add = (ctx: Ctx, { name }: { name: string }) =>
  sql<{ id: number }>`insert into effect (name) values (${name}) returning id`.execute(ctx.db).then(({ rows }) => rows[0]);
const ask = async (which: CallRoute, name: string, key: string) =>
  parseJsonText(await runCall(which, db(), owner.me, testRequestOrigin, { body: { name }, key }));

test('idempotency: if the first of six identical requests is rejected, one other request runs, and the rest get the answer of that request', async () => {
  let first = true;
  const which = route(async (ctx, input) => {
    const made = await add(ctx, input);
    if (!first) return made;
    first = false;
    throw new Refusal('conflict', sentence('alreadyCompleted'));
  });
  const answers = await Promise.allSettled(Array.from({ length: 6 }, () => ask(which, 'refused', 'key-refused')));
  expect(answers.filter((a) => a.status === 'rejected')).toHaveLength(1);
  expect(new Set(answers.map((a) => (a.status === 'fulfilled' ? JSON.stringify(a.value) : 'refused'))).size).toBe(2);
  expect(await effects('refused')).toBe(1);
});

test('idempotency: an answer with a secret or cookie is not stored, and the repeated request is rejected without a second effect', async () => {
  const secret = route(add, { secret: true });
  await ask(secret, 'secret', 'key-secret');
  await expect(ask(secret, 'secret', 'key-secret')).rejects.toMatchObject({ failure: 'conflict' });
  const cookie = route(async (ctx, input) => {
    ctx.note.cookies = ['a=b'];
    return add(ctx, input);
  });
  await ask(cookie, 'cookie', 'key-cookie');
  await expect(ask(cookie, 'cookie', 'key-cookie')).rejects.toMatchObject({ failure: 'conflict' });
  expect([await effects('secret'), await effects('cookie')]).toEqual([1, 1]);
  const kept = await db().selectFrom('write_once').select('answer').where('key', 'in', ['key-secret', 'key-cookie']).execute();
  expect(kept).toEqual([{ answer: null }, { answer: null }]);
});

test('idempotency: every call whose answer contains a secret is declared as a call with a secret', () => {
  const secrets = Object.values(callTable)
    .flatMap((calls) => Object.values(calls))
    .filter((call) => isWriteCall(call) && call.path.startsWith('/api/v2') && !call.secret)
    .filter((call) => Object.keys((call.result as z.ZodObject).shape ?? {}).some((name) => /secret|recovery|token|password/.test(name)));
  expect(secrets.map((call) => call.path)).toEqual([]);
});

test('idempotency: two writes that deadlock both succeed', async () => {
  const [one, two] = [await sql<{ id: number }>`insert into effect (name) values ('x'), ('y') returning id`.execute(db())].flatMap((r) => r.rows);
  let met = 0;
  let meet: () => void = () => undefined;
  const both = new Promise<void>((resolve) => {
    meet = resolve;
  });
  const crossed = (first: number, second: number) =>
    route(async (ctx) => {
      await sql`update effect set n = n + 1 where id = ${first}`.execute(ctx.db);
      met += 1;
      if (met === 2) meet();
      await both;
      await sql`update effect set n = n + 1 where id = ${second}`.execute(ctx.db);
      return { ok: true };
    });
  await Promise.all([ask(crossed(one?.id ?? 0, two?.id ?? 0), 'x', 'key-x'), ask(crossed(two?.id ?? 0, one?.id ?? 0), 'y', 'key-y')]);
  const { rows } = await sql<{ n: number }>`select n from effect where name in ('x', 'y')`.execute(db());
  expect(rows).toEqual([{ n: 2 }, { n: 2 }]);
});

test('idempotency: a write that keeps conflicting is tried four times, then answered with 503', async () => {
  let tries = 0;
  const unlucky = route(async (ctx) => {
    tries += 1;
    await sql`do $$ begin raise exception using errcode = '40001'; end $$`.execute(ctx.db);
  });
  const problem = await ask(unlucky, 'unlucky', 'key-unlucky').catch((thrown: unknown) => thrown);
  expect(tries).toBe(4);
  expect(toFailureResponse(problem)).toMatchObject({ status: 503, retryAfter: 1 });
});

test('idempotency: request bodies are compared regardless of the order of fields, and files are compared by content', () => {
  const place = { who: 'person:1', call: 'POST /', key: 'key' };
  const mark = (input: unknown, more = {}) => computeRequestBodyDigest({ ...place, ...more }, input);
  expect(mark({ a: 1, b: { c: [1, 2], d: null } })).toEqual(mark({ b: { d: null, c: [1, 2] }, a: 1 }));
  expect(mark({ a: [1, 2] })).not.toEqual(mark({ a: [2, 1] }));
  expect(mark({ file: { data: Buffer.from('a') } })).toEqual(mark({ file: { data: new Uint8Array([97]) } }));
  expect(mark({ file: { data: Buffer.from('a') } })).not.toEqual(mark({ file: { data: Buffer.from('b') } }));
  for (const other of [{ who: 'person:2' }, { call: 'PATCH /' }, { key: 'another' }]) expect(mark({ a: 1 }, other)).not.toEqual(mark({ a: 1 }));
});

test('idempotency: a malformed key is rejected', () => {
  expect(resolveIdempotencyKey(undefined, owner.me)).toBe(null);
  expect(resolveIdempotencyKey('order-12', owner.me)).toBe('order-12');
  for (const bad of ['short', 'x'.repeat(129), 'with space in it', 'umlaut-ü-here'])
    expect(() => resolveIdempotencyKey(bad, owner.me)).toThrow('Idempotency-Key');
});

test('idempotency: a key expires after a day', async () => {
  await ask(route(add), 'old', 'key-old-one');
  await sql`update write_once set at = now() - interval '25 hours' where key = 'key-old-one'`.execute(db());
  await ask(route(add), 'young', 'key-young');
  await deleteExpiredIdempotencyKeys(db());
  expect(await db().selectFrom('write_once').select('key').where('key', 'in', ['key-old-one', 'key-young']).execute()).toEqual([
    { key: 'key-young' },
  ]);
});

test('idempotency: a repeated request does not get its answer again after the rights of the caller ended', async () => {
  const which = route(add);
  const repeat = (me: TestPerson['me']) => runCall(which, db(), me, testRequestOrigin, { body: { name: 'rights' }, key: 'key-rights' });
  const first = await ask(which, 'rights', 'key-rights');
  expect(parseJsonText(await repeat(owner.me))).toEqual(first);
  for (const less of [{ companyId: null }, { grants: new Set(), role: 'staff' }, { mandators: [7] }] as const)
    await expect(repeat({ ...owner.me, ...less } as TestPerson['me'])).rejects.toMatchObject({ failure: 'conflict', extra: { done: true } });
  expect(await effects('rights')).toBe(1);
});
