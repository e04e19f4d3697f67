import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { defaultGrants, isAllowed, toPermission } from '#contract/access/grants.ts';
import { type CallShape, isWriteCall, toRequest } from '#contract/kernel/call.ts';
import { type Role, userTypes } from '#contract/kernel/roles.ts';
import { messages } from '#contract/messages.ts';
import { makeApp } from '#server/app.ts';
import { listRequiredFields } from '#server/http/registry.ts';
import { callTable } from '#server/modules.ts';
import { sendRequest, signInForApiToken } from '#test/client.ts';
import type { TestServices } from '#test/db.ts';
import { createTestServices } from '#test/db.ts';
import { callExamples, exampleCallers } from '#test/examples.ts';
import { createPerson } from '#test/people.ts';
import { auditRowCounts } from '#test/records-changed.ts';
import { hostileValues, isAcceptedBySchema, listSweptFields, toTransmittedValue } from './hostile.ts';
import { preservePeople } from './preserve-people.ts';

/** Sends every declared call under /api/v2 without signing in, as every role without the permission, and with every kind of bad input. */
type Row = { key: string; call: CallShape };
const rows: Row[] = Object.entries(callTable)
  .flatMap(([module, calls]) => Object.entries(calls).map(([name, call]) => ({ key: `${module}.${name}`, call })))
  .filter(({ call }) => call.path.startsWith('/api/v2/'));
const roles = (Object.keys(userTypes) as Exclude<Role, 'anonymous'>[]).filter((role) => role !== 'tenancy');

let services: TestServices;
let app: FastifyInstance;
const tokens = new Map<Role, string>();
/** A token lives for minutes only, which is less than a walk through all calls takes on a busy machine: each call gets new ones. */
let renew: () => Promise<void>;
/** Some calls end the sessions of the sweep; the original sessions are restored before each example. */
let restore: () => Promise<void>;
const allowed = (call: CallShape): string | null => {
  if (call.needs === 'anyone') return null;
  const role =
    exampleCallers[rows.find((row) => row.call === call)?.key ?? ''] ??
    roles.find((r) => isAllowed(call.needs, { role: r, grants: defaultGrants[r] }));
  if (!role) throw new Error(`no role may ${call.method} ${call.path}`);
  return tokens.get(role) ?? null;
};
const ask = (call: CallShape, given: Record<string, unknown>, token: string | null) => {
  const { url, body } = toRequest(call, given);
  return sendRequest(app, url, { method: call.method, token, ...sentWith(call, given, body) });
};
/** The part of a request beside its address: a file in a form, a body, or nothing. */
const sentWith = (call: CallShape, given: Record<string, unknown>, body: Record<string, unknown> | null) =>
  call.upload
    ? {
        upload: {
          field: call.upload.field,
          data: given[call.upload.field] as Uint8Array | undefined,
          name: 'a.png',
          fields: Object.fromEntries(Object.entries(body ?? {}).filter(([name]) => name !== call.upload?.field)),
        },
      }
    : body
      ? { body }
      : {};

/** Registered by each file: a worker loads this module once for both. */
function openServices(): void {
  beforeAll(async () => {
    // With two connections, a request that takes a second connection while holding one is blocked sooner or later. M-Pesa is turned on, at an address
    // that does not answer, so a prompt is stored as a job and sent later.
    const mpesa = {
      MPESA_SHORTCODE: '600123',
      MPESA_CONSUMER_KEY: 'k',
      MPESA_CONSUMER_SECRET: 's',
      MPESA_PASSKEY: 'p',
      MPESA_BASE: 'http://127.0.0.1:9',
    };
    services = await createTestServices('bare', { DATABASE_POOL: '2', ...mpesa });
    app = await makeApp(services, null);
    const sessions: { role: Role; id: number; session: number }[] = [];
    for (const role of roles) {
      const who = await createPerson(services, role);
      sessions.push({ role, id: who.id, session: (await services.tokens.read(await signInForApiToken(app, who))) ?? 0 });
    }
    renew = async () => {
      for (const { role, id, session } of sessions) tokens.set(role, await services.tokens.make(session, id));
    };
    restore = await preservePeople(services);
  });
  afterAll(async () => {
    await app.close();
  });
}

const walk = ({ key, call }: Row): void => {
  beforeAll(async () => {
    await restore();
    await renew();
  });
  const example = async () => {
    const make = callExamples[key];
    if (!make) throw new Error(`test/examples.ts has no example for ${key}`);
    await restore();
    return make(services);
  };

  let first: ReturnType<typeof example> | undefined;
  /** For requests that are rejected and change nothing. */
  const untouched = async () => {
    if (first) await restore();
    first ??= example();
    return first;
  };

  test('answers 401 without sign-in, and 403 with the name of the missing permission to a role without the permission', async () => {
    if (call.needs === 'anyone') return expect((await ask(call, await example(), null)).status).toBeLessThan(400);
    const given = await untouched();
    expect(await ask(call, given, null)).toMatchObject({ status: 401, json: { error: 'Unauthorized', message: expect.any(String) } });
    for (const role of roles.filter((r) => !isAllowed(call.needs, { role: r, grants: defaultGrants[r] }))) {
      const answer = await ask(call, given, tokens.get(role) ?? null);
      expect(answer, role).toMatchObject({ status: 403, json: { error: 'Forbidden', missing: toPermission(call.needs) } });
    }
    expect((await ask(call, given, 'not-a-token')).status).toBe(401);
  });

  test('answers a role that has the permission in the declared shape, and a write adds the declared number of audit rows', async () => {
    const given = await example();
    const count = async () =>
      (
        await services.database.db
          .selectFrom('audit_log')
          .select((eb) => eb.fn.countAll<number>().as('n'))
          .executeTakeFirstOrThrow()
      ).n;
    const before = await count();
    const answer = await ask(call, given, allowed(call));
    expect(answer.status, answer.text).toBe(200);
    expect(call.result.safeParse(answer.json).error?.issues ?? []).toEqual([]);
    expect(answer.headers['cache-control']).toBe(call.shared ? 'public, max-age=3600' : 'private, no-store');
    if (isWriteCall(call)) expect(await count()).toBe(before + (call.counts ? 0 : (auditRowCounts[key] ?? 1)));
  });

  const required = [call.params, call.query, call.body].flatMap((schema) => (schema ? listRequiredFields(schema) : []));
  const askedFor = call.body || required.length > 0;
  if (askedFor)
    test("rejects a missing parameter with the specified error text and the parameter's name", async () => {
      const given = await untouched();
      for (const name of required) {
        const { [name]: _, ...rest } = given;
        const answer = await ask(call, rest, allowed(call));
        expect(answer).toMatchObject({
          status: 400,
          json: { error: 'Bad Request', message: expect.stringContaining(messages.requiredParameter.en) },
        });
        expect(answer.json.message).toContain(name);
      }
      if (call.body)
        expect(await sendRequest(app, toRequest(call, given).url, { method: call.method, token: allowed(call) })).toMatchObject({ status: 400 });
    });

  const borne = listSweptFields(call).flatMap((field) =>
    hostileValues.filter((value) => isAcceptedBySchema(call, field, value)).map((value) => ({ name: field.name, value })),
  );
  if (borne.length > 0)
    test('answers without a server error when a field contains a hostile value that fits the schema', async () => {
      const given = await example();
      const tried = async ({ name, value }: (typeof borne)[number]) => {
        const answer = await ask(call, { ...given, [name]: value }, allowed(call));
        expect(answer.status, `${name}=${JSON.stringify(value).slice(0, 60)} → ${answer.text.slice(0, 200)}`).toBeLessThan(500);
        if (answer.status >= 400) expect(answer.json).toMatchObject({ error: expect.any(String), message: expect.any(String) });
      };
      // Calls that only read are sent in parallel; calls that write would wait for each other.
      if (!isWriteCall(call)) await Promise.all(borne.map(tried));
      else for (const one of borne) await tried(one);
    });

  if (call.query?.shape.id)
    test('answers 404 for an id that does not exist', async () => {
      const absent = { ...(await untouched()), id: 987_654_321 };
      expect(await ask(call, absent, allowed(call))).toMatchObject({ status: 404, json: { message: messages.itemNotFound.en } });
    });

  const { upload } = call;
  if (upload)
    test("rejects a missing, disguised or oversized file with an error at the file's field", async () => {
      const { field, most = 5 * 1024 * 1024 } = upload;
      const given = await untouched();
      const { url, body } = toRequest(call, given);
      const fields = Object.fromEntries(Object.entries(body ?? {}).filter(([name]) => name !== field));
      const token = allowed(call);
      const sent = (data: Uint8Array | undefined, name = 'picture.png') =>
        sendRequest(app, url, { method: call.method, token, upload: { field, data, name, fields } });
      const missing = { status: 400, json: { fields: { [field]: messages.requiredParameter.en } } };
      expect(await sent(undefined)).toMatchObject(missing);
      expect(await sendRequest(app, url, { method: call.method, token })).toMatchObject(missing);
      expect(await sendRequest(app, url, { method: call.method, token, body: { [field]: 'text' } })).toMatchObject({ status: 415 });
      expect(await sent(Buffer.from('MZ\x90\x00\x03 not a picture', 'latin1'))).toMatchObject({
        status: 415,
        json: { fields: { [field]: expect.any(String) } },
      });
      expect(await sent(Buffer.concat([given[field] as Uint8Array, Buffer.alloc(most + 1024 * 1024)]))).toMatchObject({
        status: 413,
        json: { error: 'Payload Too Large' },
      });
    });

  if (call.body && !upload)
    test('rejects an unknown field, malformed JSON and a body over the limit', async () => {
      const { url, body } = toRequest(call, await untouched());
      const sent = (payload: unknown, headers = {}) => sendRequest(app, url, { method: call.method, token: allowed(call), body: payload, headers });
      expect(await sent({ ...body, surprise: 1 })).toMatchObject({
        status: 400,
        json: { fields: { surprise: 'There is no field with this name. Remove it and try again.' } },
      });
      expect(await sent('{"half":', { 'content-type': 'application/json' })).toMatchObject({
        status: 400,
        json: { error: 'Bad Request', message: expect.any(String) },
      });
      expect(await sent({ ...body, title: 'x'.repeat((call.bodyMost ?? 1_000_000) + 100_000) })).toMatchObject({
        status: 413,
        json: { error: 'Payload Too Large' },
      });
      expect(await sent('<xml/>', { 'content-type': 'application/xml' })).toMatchObject({ status: 415 });
    });
};

/** One part of the calls: the parts run in parallel, one per core, each with services of its own. */
// biome-ignore lint/suspicious/noExportsInTest: the files of the parts import it
export function defineCallTests(part: number, parts: number): void {
  openServices();
  const own = rows.filter((_, at) => at % parts === part);
  describe.each(own)('API call $call.method $call.path', walk);

  test('API calls: each call gives the same answer with and without the trailing slash', async () => {
    for (const { key, call } of own) {
      const url = toRequest(call, Object.fromEntries(Object.keys(call.params?.shape ?? {}).map((name) => [name, '1']))).url;
      const answer = async (asked: string) => {
        const { status, json } = await sendRequest(app, asked, { method: call.method });
        return { status, message: json?.message };
      };
      const bare = await answer(url.replace(/\/$/, ''));
      expect(bare.message, key).not.toBe(messages.pageNotFound.en);
      expect(await answer(`${url.replace(/\/$/, '')}/`), key).toEqual(bare);
    }
  });

  test('API calls: every field rejects a hostile value that does not fit its schema, with an error at the field', async () => {
    await restore();
    await renew();
    const unnamed: string[] = [];
    for (const { key, call } of own) {
      // Every field at once, each with another invalid value: the answer must name all of them.
      const wrong = listSweptFields(call).flatMap((field, at) => {
        const values = [...hostileValues.slice(at % hostileValues.length), ...hostileValues.slice(0, at % hostileValues.length)];
        const value = values.find((one) => !isAcceptedBySchema(call, field, one) && toTransmittedValue(call, field, one) !== undefined);
        return value === undefined ? [] : [[field.name, value] as const];
      });
      if (wrong.length === 0) continue;
      const named = Object.keys(call.params?.shape ?? {}).map((name) => [name, '1'] as const);
      const { status, json } = await ask(call, Object.fromEntries([...named, ...wrong]), allowed(call));
      const told = Object.keys(json?.fields ?? {});
      for (const [name, value] of wrong)
        if (status !== 400 || !told.some((one) => one === name || one.startsWith(`${name}[`)))
          unnamed.push(`${key} ${name}=${JSON.stringify(value).slice(0, 40)}: ${status}`);
    }
    expect(unnamed).toEqual([]);
  });
}

test('API: an unknown address below /api answers 404 in the common error format', async () => {
  for (const method of ['GET', 'POST', 'PATCH', 'DELETE'] as const)
    expect(await sendRequest(app, '/api/v2/nothing/here', { method })).toMatchObject({
      status: 404,
      json: { error: 'Not Found', message: messages.pageNotFound.en },
    });
});
