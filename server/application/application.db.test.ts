import { sql } from 'kysely';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { clock } from '#contract/time/clock.ts';
import { addDays, dayMs, startOf } from '#contract/time/days.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { setClock } from '#test/clock.ts';
import { freshHouse, type House } from '#test/db.ts';
import { ctxOf, inTransaction, type Somebody, somebody } from '#test/world.ts';
import { addBooking, saidBy } from '#test/worlds/bookings.ts';
import { type Place, place } from '#test/worlds/market.ts';
import { eraseDue } from './erase.ts';
import { endGrants } from './grants.ts';
import { paperFor } from './papers.ts';
import { applicationHoldings } from './personal-data.ts';
import { applicationService } from './service.ts';

let house: House;
let at: Place;
let service: ReturnType<typeof applicationService>;
const as = <T>(who: Somebody, work: (ctx: Ctx) => Promise<T>) => inTransaction(house, who, work);
const blank = {
  ...{ kra_pin: '', position: '', employed_since: '', employer_phone: '', landlord_name: '', landlord_phone: '', landlord_rent_cents: 0 as never },
  ...{ landlord_reason: '', guarantor_name: '', guarantor_phone: '', guarantor_relation: '', kin_name: '', kin_phone: '', vehicles: '', pets: '' },
};
let n = 500;
const save = (who: Somebody, more: object = {}) => as(who, (ctx) => service.save(ctx, { ...blank, ...saidBy(++n), consents: ['sharing'], ...more }));
const rowsOf = (who: Somebody) =>
  house.database.db.selectFrom('application').selectAll().where('person_id', '=', who.id).orderBy('version').execute();
const company = () => at.owner.me.companyId ?? 0;
const home = () => ({ company: company(), property: at.property, unit: at.unit });
const pdf = { data: Buffer.from('%PDF-1.4 payslip of somebody'), type: 'pdf' as const, name: 'payslip.pdf' };

beforeAll(async () => {
  house = await freshHouse();
  at = await place(house);
  service = applicationService(house);
});
afterEach(() => setClock(house, null));

describe('an application', () => {
  test('rests encrypted: neither its row, the log nor the storage has a word of it, and it opens in no other row', async () => {
    const who = await somebody(house, 'tenant');
    await save(who, { id_number: '31415926', employer: 'Zanzibar Traders' });
    await as(who, (ctx) => service.addPaper(ctx, { kind: 'income', file: pdf }));
    const [row] = await rowsOf(who);
    const paper = await house.database.db
      .selectFrom('application_file')
      .selectAll()
      .where('application_id', '=', row?.id ?? 0)
      .executeTakeFirstOrThrow();
    const log = await sql<{ t: string }>`select string_agg(audit_log::text, '') as t from audit_log`.execute(house.database.db);
    const bytes = Buffer.from((await house.storage.get(paper.stored)) ?? []);
    for (const text of [row?.sealed?.toString('latin1') ?? '', log.rows[0]?.t ?? '', bytes.toString('latin1')])
      for (const word of ['31415926', 'Zanzibar', 'payslip of']) expect(text.includes(word)).toBe(false);
    expect((await service.mine(ctxOf(house, who), {})).application).toMatchObject({ version: 1, body: { id_number: '31415926' }, usable: true });
    const other = await somebody(house, 'tenant');
    await save(other);
    await sql`update application set wrapped_key = ${row?.wrapped_key}, sealed = ${row?.sealed} where person_id = ${other.id}`.execute(
      house.database.db,
    );
    await expect(service.mine(ctxOf(house, other), {})).rejects.toThrow();
  });

  test('is not kept without the consent to share it; a number must fit', async () => {
    const who = await somebody(house, 'tenant');
    await expect(save(who, { consents: ['credit'] })).rejects.toMatchObject({
      failure: 'invalid',
      extra: { fields: { consents: expect.any(String) } },
    });
    expect(await rowsOf(who)).toEqual([]);
  });

  test('has versions: one nobody was shown goes at once, its papers come along; saying the same again makes none', async () => {
    const who = await somebody(house, 'tenant');
    await save(who, { id_number: '11112222' });
    await as(who, (ctx) => service.addPaper(ctx, { kind: 'income', file: pdf }));
    const said = (await service.mine(ctxOf(house, who), {})).application;
    expect((await save(who, { ...said?.body })).version).toBe(1);
    expect((await save(who, { ...said?.body, pets: 'a cat' })).version).toBe(2);
    expect((await rowsOf(who)).map((row) => [row.version, row.wrapped_key === null, row.erased_at === null])).toEqual([
      [1, true, false],
      [2, false, true],
    ]);
    const now = await service.mine(ctxOf(house, who), {});
    expect(now.application?.papers).toMatchObject([{ name: 'payslip.pdf', kind: 'income' }]);
    const paper = await paperFor(ctxOf(house, who), now.application?.papers[0]?.id ?? 0, 0);
    expect(paper.wrapped_key).not.toBeNull();
    await as(who, (ctx) => service.removePaper(ctx, { id: paper.id }));
    expect((await service.mine(ctxOf(house, who), {})).application?.papers).toEqual([]);
  });

  test('is read by the company applied to, while it may; its owner sees who looked', async () => {
    const who = await somebody(house, 'tenant');
    const id = await addBooking(house, home(), who);
    const read = (reader: Somebody) => as(reader, (ctx) => service.read(ctx, { booking_id: id }));
    expect(await read(at.owner)).toMatchObject({ body: { name: `Applicant ${who.id}` }, rent_percent: 25, income_fits: true });
    const seen = await service.mine(ctxOf(house, who), {});
    expect(seen.looks).toMatchObject([{ who: `owner ${at.owner.email.replace(/\D/g, '')}`, what: 'form', booking: { id } }]);
    expect(seen.open_to).toHaveLength(1);
    for (const role of ['owner', 'superadmin', 'admin', 'subadmin', 'tenant'] as const)
      await expect(read(await somebody(house, role)), role).rejects.toMatchObject({ failure: 'notFound' });
    const boss = await somebody(house, 'superadmin');
    await expect(read({ ...at.owner, me: { ...at.owner.me, impersonatorId: boss.id } })).rejects.toMatchObject({ failure: 'notFound' });
    await as(at.owner, (ctx) => endGrants(ctx, [id]));
    await expect(read(at.owner)).rejects.toMatchObject({ failure: 'gone' });
    expect((await service.mine(ctxOf(house, who), {})).looks).toHaveLength(1);
  });

  test('a paper opens for its owner and for who has a grant, who is written down', async () => {
    const who = await somebody(house, 'tenant');
    const id = await addBooking(house, home(), who, { stage: 'shortlisted' });
    const { id: paper } = await as(who, (ctx) => service.addPaper(ctx, { kind: 'income', file: pdf }));
    const stranger = await somebody(house, 'tenant');
    await expect(as(stranger, (ctx) => paperFor(ctx, paper, 0))).rejects.toMatchObject({ failure: 'notFound' });
    expect(await as(at.owner, (ctx) => paperFor(ctx, paper, id))).toMatchObject({ name: 'payslip.pdf' });
    expect((await service.mine(ctxOf(house, who), {})).looks).toMatchObject([{ what: 'payslip.pdf' }]);
    await expect(as(await somebody(house, 'owner'), (ctx) => paperFor(ctx, paper, id))).rejects.toMatchObject({ failure: 'notFound' });
  });

  test('is erased by its person once no booking needs it, by the clock when its time is over: the key is gone, and every grant', async () => {
    const who = await somebody(house, 'tenant');
    const id = await addBooking(house, home(), who);
    await expect(as(who, (ctx) => service.erase(ctx, {}))).rejects.toMatchObject({ failure: 'conflict' });
    await house.database.db.updateTable('booking').set({ status: 'canceled', decide_by: null }).where('id', '=', id).execute();
    expect(await as(who, (ctx) => service.erase(ctx, {}))).toEqual({ erased: 1 });
    expect(await rowsOf(who)).toMatchObject([{ wrapped_key: null, sealed: null, parts: [] }]);
    await expect(as(at.owner, (ctx) => service.read(ctx, { booking_id: id }))).rejects.toMatchObject({ failure: 'gone' });
    const later = await somebody(house, 'tenant');
    await save(later);
    await setClock(house, startOf(addDays(clock.today(), 364)).toISOString());
    await eraseDue(house.database.db as never);
    expect((await rowsOf(later))[0]?.wrapped_key).not.toBeNull();
    await setClock(house, new Date(clock.ms() + 3 * dayMs).toISOString());
    expect(await eraseDue(house.database.db as never)).toBeGreaterThan(0);
    expect((await rowsOf(later))[0]?.wrapped_key).toBeNull();
    expect(await eraseDue(house.database.db as never)).toBe(0);
  });

  test('an older version a manager was shown stays until 30 days after its booking', async () => {
    const who = await somebody(house, 'tenant');
    const id = await addBooking(house, home(), who);
    await save(who);
    expect((await rowsOf(who)).map((row) => row.erased_at)).toEqual([null, null]);
    await as(at.owner, (ctx) => endGrants(ctx, [id]));
    const [old, newest] = await rowsOf(who);
    expect(Math.round(((old?.erase_at.getTime() ?? 0) - clock.ms()) / dayMs)).toBe(30);
    expect(Math.round(((newest?.erase_at.getTime() ?? 0) - clock.ms()) / dayMs)).toBe(365);
  });

  test('is in its person’s own export, opened', async () => {
    const who = await somebody(house, 'tenant');
    await save(who, { id_number: '27182818' });
    expect(JSON.stringify(await applicationHoldings.application?.(house.database.db as never, who.id))).toContain('27182818');
  });
});
