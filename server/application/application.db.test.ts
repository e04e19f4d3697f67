import { sql } from 'kysely';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { applicationCalls } from '#contract/application/calls.ts';
import { clock } from '#contract/time/clock.ts';
import { addDays, dayMs, startOfDay } from '#contract/time/days.ts';
import { runCall } from '#server/http/registry.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { setClock } from '#test/clock.ts';
import { createTestServices, type TestServices } from '#test/db.ts';
import { addBooking, buildApplicationInput } from '#test/fixtures/bookings.ts';
import { createOwnerWithUnit, type OwnerWithUnit } from '#test/fixtures/market.ts';
import { createPerson, createTestCtx, runAsPerson, type TestPerson, testRequestOrigin } from '#test/people.ts';
import { eraseDueApplications } from './erase.ts';
import { endApplicationGrants } from './grants.ts';
import { applicationModule } from './module.ts';
import { readApplicationDocument } from './papers.ts';
import { applicationPersonalData } from './personal-data.ts';
import { applicationService } from './service.ts';

let services: TestServices;
let at: OwnerWithUnit;
let service: ReturnType<typeof applicationService>;
const as = <T>(who: TestPerson, work: (ctx: Ctx) => Promise<T>) => runAsPerson(services, who, work);
const blank = {
  kra_pin: '',
  position: '',
  employed_since: '',
  employer_phone: '',
  landlord_name: '',
  landlord_phone: '',
  landlord_rent_cents: 0 as never,
  landlord_reason: '',
  guarantor_name: '',
  guarantor_phone: '',
  guarantor_relation: '',
  kin_name: '',
  kin_phone: '',
  vehicles: '',
  pets: '',
};
let n = 500;
const save = (who: TestPerson, more: object = {}) =>
  as(who, (ctx) => service.save(ctx, { ...blank, ...buildApplicationInput(++n), consents: ['sharing'], ...more }));
const rowsOf = (who: TestPerson) =>
  services.database.db.selectFrom('application').selectAll().where('person_id', '=', who.id).orderBy('version').execute();
const company = () => at.owner.me.companyId ?? 0;
const home = () => ({ company: company(), property: at.property, unit: at.unit });
const pdf = { data: Buffer.from('%PDF-1.4 payslip of somebody'), type: 'pdf' as const, name: 'payslip.pdf' };

beforeAll(async () => {
  services = await createTestServices();
  at = await createOwnerWithUnit(services);
  service = applicationService(services);
});
afterEach(() => setClock(services, null));

describe('application: storage, access and erasure', () => {
  test('rows, log and storage contain no plain text, and an encrypted application cannot be decrypted in another row', async () => {
    const who = await createPerson(services, 'tenant');
    await save(who, { id_number: '31415926', employer: 'Zanzibar Traders' });
    await as(who, (ctx) => service.addDocument(ctx, { kind: 'income', file: pdf }));
    const [row] = await rowsOf(who);
    const paper = await services.database.db
      .selectFrom('application_file')
      .selectAll()
      .where('application_id', '=', row?.id ?? 0)
      .executeTakeFirstOrThrow();
    const log = await sql<{ t: string }>`select string_agg(audit_log::text, '') as t from audit_log`.execute(services.database.db);
    const bytes = Buffer.from((await services.storage.get(paper.stored)) ?? []);
    for (const text of [row?.sealed?.toString('latin1') ?? '', log.rows[0]?.t ?? '', bytes.toString('latin1')])
      for (const word of ['31415926', 'Zanzibar', 'payslip of']) expect(text.includes(word)).toBe(false);
    expect((await service.details(createTestCtx(services, who), {})).application).toMatchObject({
      version: 1,
      body: { id_number: '31415926' },
      usable: true,
    });
    const other = await createPerson(services, 'tenant');
    await save(other);
    await sql`update application set wrapped_key = ${row?.wrapped_key}, sealed = ${row?.sealed} where person_id = ${other.id}`.execute(
      services.database.db,
    );
    await expect(service.details(createTestCtx(services, other), {})).rejects.toThrow();
  });

  test('saving without consent to sharing is rejected and stores nothing', async () => {
    const who = await createPerson(services, 'tenant');
    await expect(save(who, { consents: ['credit'] })).rejects.toMatchObject({
      failure: 'invalid',
      extra: { fields: { consents: expect.any(String) } },
    });
    expect(await rowsOf(who)).toEqual([]);
  });

  test('saving an ID number that does not match the ID type is rejected and stores nothing', async () => {
    const who = await createPerson(services, 'tenant');
    const route = applicationModule.routes?.(services, () => []).find((one) => one.call === applicationCalls.save);
    if (!route) throw new Error('the call is not served');
    const send = (id_kind: string, id_number: string) =>
      runCall(route, services.database.db, who.me, testRequestOrigin, {
        query: {},
        body: { ...blank, ...buildApplicationInput(++n), consents: ['sharing'], id_kind, id_number },
      });
    for (const [kind, number] of [
      ['national_id', '12AB5678'],
      ['national_id', '12'],
      ['passport', 'A1'],
    ] as const)
      await expect(send(kind, number), `${kind} ${number}`).rejects.toMatchObject({
        failure: 'invalid',
        extra: { fields: { id_number: expect.any(String) } },
      });
    expect(await rowsOf(who)).toEqual([]);
    await send('passport', 'ak 012-3456');
    expect(await rowsOf(who)).toHaveLength(1);
  });

  test('an unshared version is replaced and its documents are carried over, and unchanged data creates no new version', async () => {
    const who = await createPerson(services, 'tenant');
    await save(who, { id_number: '11112222' });
    await as(who, (ctx) => service.addDocument(ctx, { kind: 'income', file: pdf }));
    const said = (await service.details(createTestCtx(services, who), {})).application;
    expect((await save(who, { ...said?.body })).version).toBe(1);
    expect((await save(who, { ...said?.body, pets: 'a cat' })).version).toBe(2);
    expect((await rowsOf(who)).map((row) => [row.version, row.wrapped_key === null, row.erased_at === null])).toEqual([
      [1, true, false],
      [2, false, true],
    ]);
    const now = await service.details(createTestCtx(services, who), {});
    expect(now.application?.papers).toMatchObject([{ name: 'payslip.pdf', kind: 'income' }]);
    const paper = await readApplicationDocument(createTestCtx(services, who), now.application?.papers[0]?.id ?? 0, 0);
    expect(paper.wrapped_key).not.toBeNull();
    await as(who, (ctx) => service.removeDocument(ctx, { id: paper.id }));
    expect((await service.details(createTestCtx(services, who), {})).application?.papers).toEqual([]);
  });

  test('the company applied to can read the application during its access grant, and the applicant sees each access', async () => {
    const who = await createPerson(services, 'tenant');
    const id = await addBooking(services, home(), who);
    const read = (reader: TestPerson) => as(reader, (ctx) => service.readForBooking(ctx, { booking_id: id }));
    expect(await read(at.owner)).toMatchObject({ body: { name: `Applicant ${who.id}` }, rent_percent: 25, income_fits: true });
    const seen = await service.details(createTestCtx(services, who), {});
    expect(seen.looks).toMatchObject([{ who: `owner ${at.owner.email.replace(/\D/g, '')}`, what: 'form', booking: { id } }]);
    expect(seen.open_to).toHaveLength(1);
    for (const role of ['owner', 'superadmin', 'admin', 'subadmin', 'tenant'] as const)
      await expect(read(await createPerson(services, role)), role).rejects.toMatchObject({ failure: 'notFound' });
    const boss = await createPerson(services, 'superadmin');
    await expect(read({ ...at.owner, me: { ...at.owner.me, impersonatorId: boss.id } })).rejects.toMatchObject({ failure: 'notFound' });
    await as(at.owner, (ctx) => endApplicationGrants(ctx, [id]));
    await expect(read(at.owner)).rejects.toMatchObject({ failure: 'gone' });
    expect((await service.details(createTestCtx(services, who), {})).looks).toHaveLength(1);
  });

  test('a company with an access grant can open the documents, people without a grant cannot, and each access is recorded', async () => {
    const who = await createPerson(services, 'tenant');
    const id = await addBooking(services, home(), who, { stage: 'shortlisted' });
    const { id: paper } = await as(who, (ctx) => service.addDocument(ctx, { kind: 'income', file: pdf }));
    const stranger = await createPerson(services, 'tenant');
    await expect(as(stranger, (ctx) => readApplicationDocument(ctx, paper, 0))).rejects.toMatchObject({ failure: 'notFound' });
    expect(await as(at.owner, (ctx) => readApplicationDocument(ctx, paper, id))).toMatchObject({ name: 'payslip.pdf' });
    expect((await service.details(createTestCtx(services, who), {})).looks).toMatchObject([{ what: 'payslip.pdf' }]);
    await expect(as(await createPerson(services, 'owner'), (ctx) => readApplicationDocument(ctx, paper, id))).rejects.toMatchObject({
      failure: 'notFound',
    });
  });

  test('the applicant can erase an application that no booking needs, retention erases automatically, and erasure deletes the encryption key', async () => {
    const who = await createPerson(services, 'tenant');
    const id = await addBooking(services, home(), who);
    await expect(as(who, (ctx) => service.eraseOwn(ctx, {}))).rejects.toMatchObject({ failure: 'conflict' });
    await services.database.db.updateTable('booking').set({ status: 'canceled', decide_by: null }).where('id', '=', id).execute();
    expect(await as(who, (ctx) => service.eraseOwn(ctx, {}))).toEqual({ erased: 1 });
    expect(await rowsOf(who)).toMatchObject([{ wrapped_key: null, sealed: null, parts: [] }]);
    await expect(as(at.owner, (ctx) => service.readForBooking(ctx, { booking_id: id }))).rejects.toMatchObject({ failure: 'gone' });
    const later = await createPerson(services, 'tenant');
    await save(later);
    await setClock(services, startOfDay(addDays(clock.today(), 364)).toISOString());
    await eraseDueApplications(services.database.db as never);
    expect((await rowsOf(later))[0]?.wrapped_key).not.toBeNull();
    await setClock(services, new Date(clock.ms() + 3 * dayMs).toISOString());
    expect(await eraseDueApplications(services.database.db as never)).toBeGreaterThan(0);
    expect((await rowsOf(later))[0]?.wrapped_key).toBeNull();
    expect(await eraseDueApplications(services.database.db as never)).toBe(0);
  });

  test('an older version shared with a manager is retained until 30 days after its booking', async () => {
    const who = await createPerson(services, 'tenant');
    const id = await addBooking(services, home(), who);
    await save(who);
    expect((await rowsOf(who)).map((row) => row.erased_at)).toEqual([null, null]);
    await as(at.owner, (ctx) => endApplicationGrants(ctx, [id]));
    const [old, newest] = await rowsOf(who);
    expect(Math.round(((old?.erase_at.getTime() ?? 0) - clock.ms()) / dayMs)).toBe(30);
    expect(Math.round(((newest?.erase_at.getTime() ?? 0) - clock.ms()) / dayMs)).toBe(365);
  });

  test('the data export contains the decrypted application of the person', async () => {
    const who = await createPerson(services, 'tenant');
    await save(who, { id_number: '27182818' });
    expect(JSON.stringify(await applicationPersonalData.application?.(services.database.db as never, who.id))).toContain('27182818');
  });
});
