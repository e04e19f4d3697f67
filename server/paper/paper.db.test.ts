import { beforeAll, describe, expect, test } from 'vitest';
import { clock } from '#contract/time/clock.ts';
import { addDays } from '#contract/time/days.ts';
import { anonymiseDueAccounts, closingGraceDays } from '#server/identity/closing.ts';
import { asClock } from '#server/kernel/ctx.ts';
import { livingService } from '#server/living/service.ts';
import { createTenancy } from '#server/tenancy/service.ts';
import { setClock } from '#test/clock.ts';
import { createTestServices, type TestServices } from '#test/db.ts';
import { addUnit, createOwnerWithUnit, type OwnerWithUnit } from '#test/fixtures/market.ts';
import { listSentNotifications } from '#test/jobs.ts';
import { createPerson, createTestCtx, runAsPerson, type TestPerson } from '#test/people.ts';
import { notifyExpiringDocuments } from './notify.ts';
import { paperService } from './service.ts';

const pdf = { data: Buffer.from('%PDF-1.4\n%%EOF\n', 'latin1'), type: 'pdf' as const, name: 'paper.pdf' };
let services: TestServices;
let at: OwnerWithUnit;
let service: ReturnType<typeof paperService>;
let lead: TestPerson;
let mate: TestPerson;
let lease = 0;
const missing = { failure: 'notFound' };

const all = (who: TestPerson) => service.list(createTestCtx(services, who), { tenancy_id: lease });
const named = async (who: TestPerson) => (await all(who)).results.map((p) => p.name);
const add = (who: TestPerson, given: object) =>
  runAsPerson(services, who, (ctx) => service.add(ctx, { tenancy_id: lease, kind: 'other', name: 'Paper', file: pdf, ...given } as never));
const ask = (who: TestPerson, name: string) => runAsPerson(services, who, (ctx) => service.request(ctx, { tenancy_id: lease, kind: 'id', name }));
const replace = (who: TestPerson, id: number, more = {}) => runAsPerson(services, who, (ctx) => service.replace(ctx, { id, file: pdf, ...more }));
const one = async (who: TestPerson, name: string) => {
  const found = (await all(who)).results.find((p) => p.name === name);
  if (!found) throw new Error(`no ${name}`);
  return found;
};

beforeAll(async () => {
  services = await createTestServices();
  service = paperService(services);
  at = await createOwnerWithUnit(services);
  [lead, mate] = [await createPerson(services, 'tenant'), await createPerson(services, 'tenant')];
  const unitId = await addUnit(services, at.property);
  const person = (who: TestPerson, n: number) => ({ personId: who.id, name: `Tenant ${n}`, phone: `+25472200000${n}`, email: null });
  lease = (
    await services.database.db.transaction().execute((tx) =>
      createTenancy(asClock(tx), {
        unitId,
        startsOn: clock.today(),
        endsOn: addDays(clock.today(), 700),
        people: [
          { somebody: person(lead, 1), role: 'lead', shareBp: 5_000 },
          { somebody: person(mate, 2), role: 'co_tenant', shareBp: 5_000 },
        ],
        rentCents: 4_500_000,
        period: 2,
        depositCents: 0,
      }),
    )
  ).id;
});

describe('documents of a tenancy', () => {
  test('all parties see the lease, only the manager sees a private document, and co-tenants do not see the ID of a tenant', async () => {
    await add(at.owner, { kind: 'contract', name: 'Lease' });
    await add(at.owner, { name: 'Reference', shared: 'false' });
    await add(lead, { kind: 'id', name: 'ID of lead' });
    expect(await named(at.owner)).toEqual(expect.arrayContaining(['Lease', 'Reference', 'ID of lead']));
    expect((await named(lead)).sort()).toEqual(['ID of lead', 'Lease']);
    expect(await named(mate)).toEqual(['Lease']);
    expect(await one(lead, 'ID of lead')).toMatchObject({ standing: 'open', mine: true, shared: false, acts: ['replace'] });
    expect(await one(at.owner, 'ID of lead')).toMatchObject({ acts: ['replace', 'change', 'review', 'remove'] });
    await expect(all(await createPerson(services, 'tenant'))).rejects.toMatchObject(missing);
    await expect(all(await createPerson(services, 'owner'))).rejects.toMatchObject(missing);
  });

  test("a tenant cannot add a lease, request documents or change the manager's documents", async () => {
    await expect(add(lead, { kind: 'contract', name: 'My lease' })).rejects.toMatchObject({ extra: { fields: { kind: expect.any(String) } } });
    await expect(ask(lead, 'Something')).rejects.toMatchObject({ failure: 'forbidden' });
    const filed = await one(lead, 'Lease');
    expect(filed.acts).toEqual([]);
    await expect(replace(lead, filed.id)).rejects.toMatchObject({ failure: 'forbidden' });
    await expect(runAsPerson(services, lead, (ctx) => service.remove(ctx, { id: filed.id }))).rejects.toMatchObject({
      failure: 'forbidden',
    });
    await expect(add(lead, { name: 'Old', expires_on: addDays(clock.today(), -1) })).rejects.toMatchObject({
      extra: { fields: { expires_on: expect.any(String) } },
    });
  });
});

test('document list: includes the sealed agreements and agreed inspections that the reader may see', async () => {
  const { db } = services.database;
  const row = await db.selectFrom('tenancy').select(['company_id', 'property_id', 'unit_id']).where('id', '=', lease).executeTakeFirstOrThrow();
  const made = { company_id: row.company_id, property_id: row.property_id, tenancy_id: lease };
  const template = await db.selectFrom('agreement_template').select('id').where('kind', '=', 'lease').orderBy('id').executeTakeFirstOrThrow();
  await db.updateTable('agreement').set({ status: 'archived' }).where('tenancy_id', '=', lease).execute();
  const sealed = await db
    .insertInto('agreement')
    .values({
      ...made,
      template_id: template.id,
      kind: 'lease',
      status: 'fully_signed',
      terms: '{}',
      clauses: '[]',
      sealed_file: 'sealed.pdf',
      sealed_sha256: '0'.repeat(64),
      sealed_at: clock.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('agreement_party')
    .values({ agreement_id: sealed.id, role: 'tenant', turn: 1, name: 'Tenant 1', person_id: lead.id, status: 'signed', invited_at: clock.now() })
    .execute();
  const report = { ...made, unit_id: row.unit_id, kind: 'move_in', areas: '[]', scheduled_at: clock.now(), submitted_at: clock.now() } as const;
  await db
    .insertInto('inspection')
    .values([
      { ...report, status: 'agreed' },
      { ...report, kind: 'routine', status: 'submitted' },
    ])
    .execute();
  const kinds = async (who: TestPerson) => (await all(who)).made.map(({ of }) => `${of.what} ${of.kind}`).sort();
  expect(await kinds(at.owner)).toEqual(['agreement lease', 'inspection move_in']);
  expect(await kinds(lead)).toEqual(['agreement lease', 'inspection move_in']);
  // A tenant who was not asked to sign an agreement does not see it anywhere.
  expect(await kinds(mate)).toEqual(['inspection move_in']);
  expect((await all(lead)).made.every(({ file }) => file.startsWith('/'))).toBe(true);
});

test('document request: upload, rejection with a reason and replacement form one entry with numbered versions, and notify both sides', async () => {
  await ask(at.owner, 'KRA PIN');
  expect((await listSentNotifications(services, 'document.asked')).map(({ to }) => to.personId).sort()).toEqual([lead.id, mate.id].sort());
  expect(await all(lead)).toMatchObject({ wanted: 1, manages: false });
  const home = livingService(services).home(createTestCtx(services, lead), { tenancy_id: lease });
  expect(await home).toMatchObject({ papers_wanted: 1, manager: { company: expect.any(String) } });
  const place = await one(mate, 'KRA PIN');
  await replace(mate, place.id);
  expect(await named(lead)).not.toContain('KRA PIN');
  const review = (ok: boolean, note = '') => runAsPerson(services, at.owner, (ctx) => service.review(ctx, { id: place.id, ok, note }));
  await expect(review(false)).rejects.toMatchObject({ extra: { fields: { note: expect.any(String) } } });
  await review(false, 'Not readable');
  await expect(review(true)).rejects.toMatchObject({ failure: 'wrongState' });
  expect(await one(mate, 'KRA PIN')).toMatchObject({ standing: 'rejected', note: 'Not readable', acts: ['replace'] });
  await replace(mate, place.id, { expires_on: addDays(clock.today(), 20) });
  expect(await one(mate, 'KRA PIN')).toMatchObject({ version: 2, standing: 'expiring', mine: true });
  await expect(replace(mate, place.id)).rejects.toMatchObject(missing);
});

test('document expiry: reminders are sent 30 days before, 7 days before and after expiry, and only the latest one after an outage', async () => {
  await add(lead, { name: 'Work permit', expires_on: addDays(clock.today(), 40) });
  const told30 = async () =>
    (await listSentNotifications(services, 'document.expiring')).filter(({ params }) => params.name === 'Work permit').map(({ to }) => to.personId);
  const start = clock.ms();
  const after = (days: number) => setClock(services, new Date(start + days * 86_400_000).toISOString());
  const permit = () => notifyExpiringDocuments(services.database.db);
  await permit();
  expect(await told30()).toEqual([]);
  await after(12);
  await permit();
  await permit();
  expect((await told30()).sort()).toEqual([lead.id, at.owner.id].sort());
  // The job did not run for a week, which covers two warnings: only the newest is sent.
  await after(41);
  await permit();
  await permit();
  expect((await told30()).length).toBe(4);
  expect(await one(lead, 'Work permit')).toMatchObject({ standing: 'expired', acts: ['replace'] });
});

test('account closure: deletes the documents that the person uploaded', async () => {
  await services.database.db
    .updateTable('person')
    // The account is closed by the test, because people with a current tenancy cannot close their own.
    .set({ closed_at: new Date(clock.ms() - (closingGraceDays + 1) * 86_400_000) })
    .where('id', '=', lead.id)
    .execute();
  await anonymiseDueAccounts(services.database.db);
  const names = await named(at.owner);
  expect(names).not.toContain('ID of lead');
  expect(names).toContain('Lease');
});
