import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { allows, defaultGrants, permissionOf } from '#contract/access/grants.ts';
import { type CallShape, isWrite, toRequest } from '#contract/kernel/call.ts';
import { type Role, userTypes } from '#contract/kernel/roles.ts';
import { messages } from '#contract/messages.ts';
import { makeApp } from '#server/app.ts';
import { requiredOf } from '#server/http/registry.ts';
import { callTable } from '#server/rooms.ts';
import { send, tokenFor } from './client.ts';
import type { House } from './db.ts';
import { freshHouse } from './db.ts';
import { askers, examples } from './examples.ts';
import { keepPeople } from './keep-people.ts';
import { somebody } from './world.ts';

/** Walks every declared call under /api/v2 as nobody, as every role that lacks the right, and with every kind of bad input. */
type Row = { key: string; call: CallShape };
const rows: Row[] = Object.entries(callTable)
  .flatMap(([room, calls]) => Object.entries(calls).map(([name, call]) => ({ key: `${room}.${name}`, call })))
  .filter(({ call }) => call.path.startsWith('/api/v2/'));
const roles = (Object.keys(userTypes) as Exclude<Role, 'anonymous'>[]).filter((role) => role !== 'tenancy');
const hostile = ['', '-1', '0', '1e309', 'NaN', '99999999999999999999', "1' or '1'='1", '1;drop table policy', '\u0000', '%', 'x'.repeat(10_000)];

let house: House;
let app: FastifyInstance;
const tokens = new Map<Role, string>();
/** A token lives for minutes only, which is less than a walk through all calls takes on a busy machine: each call gets new ones. */
let renew: () => Promise<void>;
/** Some calls end the very sessions the sweep asks with; what was there at the start is put back before each example. */
let restore: () => Promise<void>;
const allowed = (call: CallShape): string | null => {
  if (call.needs === 'anyone') return null;
  const role =
    askers[rows.find((row) => row.call === call)?.key ?? ''] ?? roles.find((r) => allows(call.needs, { role: r, grants: defaultGrants[r] }));
  if (!role) throw new Error(`no role may ${call.method} ${call.path}`);
  return tokens.get(role) ?? null;
};
const ask = (call: CallShape, given: Record<string, unknown>, token: string | null) => {
  const { url, body } = toRequest(call, given);
  return send(app, url, { method: call.method, token, ...sentWith(call, given, body) });
};
/** What travels beside the address: a file in a form, a body, or nothing. */
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

beforeAll(async () => {
  // With two connections, whoever takes a second one while holding one stands still sooner or later.
  // M-Pesa is on, at an address where nobody answers: what asks a phone is written, and rings later.
  const mpesa = {
    MPESA_SHORTCODE: '600123',
    MPESA_CONSUMER_KEY: 'k',
    MPESA_CONSUMER_SECRET: 's',
    MPESA_PASSKEY: 'p',
    MPESA_BASE: 'http://127.0.0.1:9',
  };
  house = await freshHouse('bare', { DATABASE_POOL: '2', ...mpesa });
  app = await makeApp(house, null);
  const sessions: { role: Role; id: number; session: number }[] = [];
  for (const role of roles) {
    const who = await somebody(house, role);
    sessions.push({ role, id: who.id, session: (await house.tokens.read(await tokenFor(app, who))) ?? 0 });
  }
  renew = async () => {
    for (const { role, id, session } of sessions) tokens.set(role, await house.tokens.make(session, id));
  };
  restore = await keepPeople(house);
});
afterAll(async () => {
  await app.close();
});

/** One row for each record a write changes, which is one record but for these. */
const recordsChanged: Readonly<Record<string, number>> = {
  // The bid, and the enquiry it opens.
  'bid.make': 2,
  // The payment, and the invoice it was put to.
  'payment.unmatch': 2,
  'payment.reverse': 2,
  'unit.split': 2,
  'unit.merge': 2,
  // The invitation, and the account of whoever accepts it.
  'invitation.accept': 2,
  // The one that is gone, and the one that took its place.
  'location.merge': 2,
  'taxonomy_amenity.merge': 2,
  'taxonomy_property_type.merge': 2,
  'taxonomy_property_category.merge': 2,
  'taxonomy_unit_type.merge': 2,
  // A file on its way changes nothing yet; its end is what is recorded.
  // A code, a look at the text and a way in change nothing that is recorded: signing is.
  'agreement.myLink': 0,
  'agreementSign.code': 0,
  'agreementSign.open': 0,
  'thread.knock': 0,
  'thread.enter': 0,
  'inspection.knock': 0,
  'inspection.enter': 0,
  'media.start': 0,
  'media.chunk': 0,
  'media.cancel': 0,
  // The file and the one unit in it.
  'unit.importUnits': 2,
  'unit.undoImport': 2,
  // The sheet and the one property in it.
  'intake.bring': 2,
  'intake.undo': 2,
  // The sheet, the one tenancy in it, and its unit: reserved and lived in, or free again.
  'portfolio.bring': 4,
  'portfolio.undo': 3,
  // The tenancy, the unit it holds, and the draft of its lease.
  'tenancy.create': 3,
  // The tenancy, and the draft of what was agreed.
  'tenancy.acceptRenewal': 2,
  'tenancy.recordRenewal': 2,
  // The tenancy, and the unit it takes or leaves; moving takes one and leaves another.
  'tenancy.activate': 2,
  'tenancy.withdraw': 2,
  'tenancy.end': 2,
  // Beside those, how the one home was left and how the other is found will be looked at.
  'tenancy.transfer': 6,
  // The tenancy, and the unit that was kept for it.
  'tenancy.withdrawTransfer': 2,
  // The booking, the unit it holds, and the invoice before moving in.
  'booking.approve': 3,
  // The booking, the tenancy that is made of it, and the draft of its lease.
  'booking.confirm': 3,
  // A code is on its way to a change; booking is what is recorded.
  'tour.askCode': 0,
  // The tour, and the enquiry it belongs to.
  'tour.book': 2,
  // What is filled in is recorded when it is handed in.
  'inspection.ops': 0,
  'inspection.photo': 0,
  // The inspection, and the property it decides.
  'inspection.decide': 2,
  // The unit, and who lives in it.
  'intake.back': 2,
};

const walk = ({ key, call }: Row): void => {
  beforeAll(async () => {
    await restore();
    await renew();
  });
  const example = async () => {
    const make = examples[key];
    if (!make) throw new Error(`test/examples.ts has no example for ${key}`);
    await restore();
    return make(house);
  };

  test('says what it needs: nobody is asked to sign in, those without the right are refused by name', async () => {
    const given = await example();
    if (call.needs === 'anyone') return expect((await ask(call, given, null)).status).toBeLessThan(400);
    expect(await ask(call, given, null)).toMatchObject({ status: 401, json: { error: 'Unauthorized', message: expect.any(String) } });
    for (const role of roles.filter((r) => !allows(call.needs, { role: r, grants: defaultGrants[r] }))) {
      const answer = await ask(call, given, tokens.get(role) ?? null);
      expect(answer, role).toMatchObject({ status: 403, json: { error: 'Forbidden', missing: permissionOf(call.needs) } });
    }
    expect((await ask(call, given, 'not-a-token')).status).toBe(401);
  });

  test('works for those who may, answers what it declares, and a write leaves its audit row', async () => {
    const given = await example();
    const count = async () =>
      (
        await house.database.db
          .selectFrom('audit_log')
          .select((eb) => eb.fn.countAll<number>().as('n'))
          .executeTakeFirstOrThrow()
      ).n;
    const before = await count();
    const answer = await ask(call, given, allowed(call));
    expect(answer.status, answer.text).toBe(200);
    expect(call.result.safeParse(answer.json).error?.issues ?? []).toEqual([]);
    expect(answer.headers['cache-control']).toBe(call.shared ? 'public, max-age=3600' : 'private, no-store');
    if (isWrite(call)) expect(await count()).toBe(before + (call.counts ? 0 : (recordsChanged[key] ?? 1)));
  });

  test('answers with and without the trailing slash', async () => {
    const given = await example();
    const { url, body } = toRequest(call, given);
    const other = url.replace(/\/?(\?|$)/, (_, mark: string) => (call.path.endsWith('/') ? mark : `/${mark}`));
    const answer = await send(app, other, { method: call.method, token: allowed(call), ...sentWith(call, given, body) });
    expect(answer.status, answer.text).toBe(200);
  });

  test('a missing parameter is named in the specified words', async () => {
    const given = await example();
    for (const schema of [call.params, call.query, call.body]) {
      for (const name of schema ? requiredOf(schema) : []) {
        const { [name]: _, ...rest } = given;
        const answer = await ask(call, rest, allowed(call));
        expect(answer).toMatchObject({
          status: 400,
          json: { error: 'Bad Request', message: expect.stringContaining(messages.requiredParameter.en) },
        });
        expect(answer.json.message).toContain(name);
      }
    }
    if (call.body) expect(await send(app, toRequest(call, given).url, { method: call.method, token: allowed(call) })).toMatchObject({ status: 400 });
  });

  test('hostile values are refused or find nothing, and never break it', async () => {
    const given = await example();
    for (const part of [call.query, call.body]) {
      for (const name of Object.keys(part?.shape ?? {})) {
        const values = [...hostile, { a: 1 }, ['1', '2']];
        const tried = async (value: unknown) => {
          const answer = await ask(call, { ...given, [name]: value }, allowed(call));
          expect(answer.status, `${name}=${JSON.stringify(value).slice(0, 60)} → ${answer.text.slice(0, 200)}`).toBeLessThan(500);
          if (answer.status >= 400) expect(answer.json).toMatchObject({ error: expect.any(String), message: expect.any(String) });
        };
        // Those that only read are asked side by side; those that write would wait for each other.
        if (!isWrite(call)) await Promise.all(values.map(tried));
        else for (const value of values) await tried(value);
      }
    }
  });

  test('what does not exist is not found', async () => {
    if (!call.query?.shape.id) return;
    const given = await example();
    expect(await ask(call, { ...given, id: 987_654_321 }, allowed(call))).toMatchObject({ status: 404, json: { message: messages.itemNotFound.en } });
  });

  test('a file that is missing, disguised, of another kind or too large is refused by name', async () => {
    if (!call.upload) return;
    const { field } = call.upload;
    const given = await example();
    const { url, body } = toRequest(call, given);
    const fields = Object.fromEntries(Object.entries(body ?? {}).filter(([name]) => name !== field));
    const token = allowed(call);
    const sent = (data: Uint8Array | undefined, name = 'picture.png') =>
      send(app, url, { method: call.method, token, upload: { field, data, name, fields } });
    expect(await sent(undefined)).toMatchObject({ status: 400, json: { fields: { [field]: messages.requiredParameter.en } } });
    expect(await send(app, url, { method: call.method, token })).toMatchObject({
      status: 400,
      json: { fields: { [field]: messages.requiredParameter.en } },
    });
    expect(await send(app, url, { method: call.method, token, body: { [field]: 'text' } })).toMatchObject({ status: 415 });
    expect(await sent(Buffer.from('MZ\x90\x00\x03 not a picture', 'latin1'))).toMatchObject({
      status: 415,
      json: { fields: { [field]: expect.any(String) } },
    });
    expect(await sent(Buffer.concat([given[field] as Uint8Array, Buffer.alloc((call.upload?.most ?? 5 * 1024 * 1024) + 1024 * 1024)]))).toMatchObject(
      {
        status: 413,
        json: { error: 'Payload Too Large' },
      },
    );
  });

  test('a field it does not know, malformed JSON and a body over the limit are refused', async () => {
    if (!call.body || call.upload) return;
    const given = await example();
    const { url, body } = toRequest(call, given);
    const sent = (payload: unknown, headers = {}) => send(app, url, { method: call.method, token: allowed(call), body: payload, headers });
    expect(await sent({ ...body, surprise: 1 })).toMatchObject({ status: 400, json: { fields: { surprise: 'There is no field of this name' } } });
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

/** One part of the calls: the parts run side by side, one a core, each in a house of its own. */
// biome-ignore lint/suspicious/noExportsInTest: the files of the parts import it
export function sweep(part: number, parts: number): void {
  describe.each(rows.filter((_, at) => at % parts === part))('$call.method $call.path', walk);
}

test('an unknown address under /api is an answer in the same shape', async () => {
  for (const method of ['GET', 'POST', 'PATCH', 'DELETE'] as const)
    expect(await send(app, '/api/v2/nothing/here', { method })).toMatchObject({
      status: 404,
      json: { error: 'Not Found', message: messages.pageNotFound.en },
    });
});
