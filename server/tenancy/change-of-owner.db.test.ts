import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { addDays } from '#contract/time/days.ts';
import { publishEvent } from '#server/kernel/publish.ts';
import { addProperty, addUnit, createOwnerWithUnit } from '#test/fixtures/market.ts';
import {
  agreeOnShortNotice,
  ashaInput,
  ashaUser,
  countQueuedNotifications,
  createActiveTenancy,
  createTestTenancy,
  createTestUnit,
  emptyOpeningBalance,
  endTenancy,
  giveNotice,
  newTenantInput,
  readTenancy,
  readTenantStatus,
  readUnitStatus,
  runAs,
  setTestDay,
  setUpTenancyTests,
  startDay,
  testPlace,
  testServices,
} from '#test/fixtures/tenancies.ts';
import { createPerson, createTestCtx } from '#test/people.ts';
import { carryOutDueTransfers } from './people/transfer.ts';
import { eraseTenancyPersonalData, openLeasesClosingCheck, tenancyPersonalData } from './personal-data.ts';
import { list, transfer, withdraw, withdrawTransfer } from './service.ts';

setUpTenancyTests();
const db = () => testServices.database.db;

describe('tenancy after the sale of the property', () => {
  test('moves to the buyer with its tenants if active, and stays with the seller if ended', async () => {
    const { id, unitId } = await createActiveTenancy();
    const over = await createActiveTenancy({ people: [{ ...newTenantInput(), role: 'lead', shareBp: 10_000 }] });
    // These tenants have no account, so the signed document ends their tenancy.
    const agreed = { kind: 'mutual', reason: 'both signed it' };
    await giveNotice(over.id, startDay, agreed);
    await endTenancy(over.id, agreed);
    const buyer = await createOwnerWithUnit(testServices);
    const toCompany = buyer.owner.me.companyId ?? 0;
    const fromCompany = testPlace.owner.me.companyId ?? 0;
    // The property was sold without a handover here, so its current owner stays responsible.
    for (const to of [null, toCompany])
      await runAs(testPlace.owner, (ctx) => publishEvent(ctx, 'property.sold', { propertyId: testPlace.property, fromCompany, toCompany: to }));
    expect(await readTenancy(id)).toMatchObject({ company: { id: fromCompany } });
    await runAs(testPlace.owner, async (ctx) => {
      await sql`update property set company_id = ${toCompany} where id = ${testPlace.property}`.execute(ctx.db);
      await publishEvent(ctx, 'property.sold', { propertyId: testPlace.property, fromCompany, toCompany });
    });
    expect(await readTenancy(id, buyer.owner)).toMatchObject({ status: 2, company: { id: toCompany }, unit: { id: unitId }, manages: true });
    await expect(readTenancy(id)).rejects.toMatchObject({ failure: 'notFound' });
    expect((await readTenancy(id, ashaUser)).people).toMatchObject([{ name: 'Asha', is_me: true, until: null }]);
    const relations = await db().selectFrom('tenant').select(['company_id', 'status']).where('person_id', '=', ashaUser.id).orderBy('id').execute();
    expect(relations).toEqual([
      { company_id: fromCompany, status: expect.not.stringMatching('current') },
      { company_id: toCompany, status: 'current' },
    ]);
    const stays = await db().selectFrom('stay').select('company_id').where('unit_id', '=', unitId).execute();
    expect(stays).toEqual([{ company_id: toCompany }]);
    const old = await db().selectFrom('tenancy').select('company_id').where('id', '=', over.id).executeTakeFirstOrThrow();
    expect(old.company_id).toBe(fromCompany);
    expect(await readTenancy(over.id), 'the seller keeps what they let until it was over').toMatchObject({ status: 4, manages: true });
    await expect(readTenancy(over.id, buyer.owner)).rejects.toMatchObject({ failure: 'notFound' });
    const listed = async (by: typeof testPlace.owner) =>
      (await list(createTestCtx(testServices, by), { page: 1, page_size: 10, sort: '-created_at', tabs: false })).results.map((one) => one.id);
    expect([await listed(testPlace.owner), await listed(buyer.owner)]).toEqual([[over.id], [id]]);
    expect(await countQueuedNotifications('tenancy.new_holder', id)).toBe(2);
    const logs = await db()
      .selectFrom('audit_log')
      .select('diff')
      .where('document', '=', 'tenancies')
      .where('record_id', '=', id)
      .orderBy('id')
      .execute();
    expect(logs.at(-1)?.diff).toContainEqual({ field: 'company_id', old: fromCompany, new: toCompany });
  });
});

describe('unit transfer between a sold property and another property', () => {
  const day = addDays(startDay, 20);
  /** Plans a unit transfer out of the sold property into another one, or in the opposite direction. */
  const planned = async (out: boolean) => {
    const elsewhere = await addProperty(testServices, testPlace.owner.me.companyId ?? 0);
    const [from, to] = [
      await addUnit(testServices, out ? testPlace.property : elsewhere),
      await addUnit(testServices, out ? elsewhere : testPlace.property),
    ];
    const { id } = await createTestTenancy({ unitId: from, noticeDays: 20, opening: emptyOpeningBalance() });
    await runAs(testPlace.owner, (ctx) => transfer(ctx, { id, unit_id: to, on: day, reason: 'a larger one', after: 'vacant' }));
    return { id, from, to, there: out ? elsewhere : testPlace.property };
  };
  const paper = async (tenancyId: number, kind: 'lease' | 'renewal', status: 'fully_signed' | 'pending_signature') => {
    const template = await db().selectFrom('agreement_template').select('id').where('kind', '=', kind).orderBy('id').executeTakeFirstOrThrow();
    const of = await db().selectFrom('tenancy').select(['company_id', 'property_id']).where('id', '=', tenancyId).executeTakeFirstOrThrow();
    const row = await db()
      .insertInto('agreement')
      .values({ ...of, tenancy_id: tenancyId, template_id: template.id, kind, status, sealed_sha256: '0'.repeat(64), terms: '{}', clauses: '[]' })
      .returning('id')
      .executeTakeFirstOrThrow();
    return row.id;
  };
  const papers = (tenancyId: number) =>
    db().selectFrom('agreement').select(['id', 'company_id', 'property_id', 'status']).where('tenancy_id', '=', tenancyId).orderBy('id').execute();
  /** The accounts that were notified of a new owner of this tenancy. */
  const heard = async (id: number) =>
    (
      await sql<{ to: number }>`select (data -> 'to' ->> 'personId')::int as to from job.job_common where data ->> 'event' = 'tenancy.new_holder'
        and data ->> 'key' like ${`tenancy.new_holder:${id}:%`}`.execute(db())
    ).rows.map((row) => row.to);
  const sell = async () => {
    const buyer = (await createOwnerWithUnit(testServices)).owner;
    const [fromCompany, toCompany] = [testPlace.owner.me.companyId ?? 0, buyer.me.companyId ?? 0];
    await runAs(testPlace.owner, async (ctx) => {
      await sql`update property set company_id = ${toCompany} where id = ${testPlace.property}`.execute(ctx.db);
      await publishEvent(ctx, 'property.sold', { propertyId: testPlace.property, fromCompany, toCompany });
    });
    return buyer;
  };

  test('is cancelled by the sale, and the tenants stay in the old unit', async () => {
    const { id, from, to } = await planned(true);
    const buyer = await sell();
    expect(await readTenancy(id, buyer)).toMatchObject({ transfer: null, unit: { id: from }, company: { id: buyer.me.companyId } });
    expect(await readUnitStatus(to)).toBe('vacant');
  });

  test.each([true, false])(
    "remains planned if the old unit has a next tenancy, and moves the tenancy to the new unit's owner (old unit sold: %s)",
    async (out) => {
      const { id, from, to, there } = await planned(out);
      const next = await createTestTenancy({ unitId: from, startsOn: day, people: [{ ...newTenantInput(), role: 'lead', shareBp: 10_000 }] });
      const signed = await paper(id, 'lease', 'fully_signed');
      const [buyer, open] = [await sell(), await paper(id, 'renewal', 'pending_signature')];
      const [now, then] = out ? [buyer, testPlace.owner] : [testPlace.owner, buyer];
      expect(await readTenancy(id, now)).toMatchObject({ transfer: { on: day }, unit: { id: from } });
      await setTestDay(day);
      await carryOutDueTransfers(db());
      expect(await readTenancy(id, then)).toMatchObject({ transfer: null, unit: { id: to }, company: { id: then.me.companyId }, manages: true });
      await expect(readTenancy(id, now)).rejects.toMatchObject({ failure: 'notFound' });
      const { rows } = await sql<{
        company_id: number;
      }>`select n.company_id from tenancy_person p join tenant n on n.id = p.tenant_id where p.tenancy_id = ${id}`.execute(db());
      expect(rows).toEqual([{ company_id: then.me.companyId }]);
      expect([await readUnitStatus(from), (await readTenancy(next.id, now)).unit.id]).toEqual(['ordered', from]);
      // The signed lease moves to the new owner, and the open renewal of the former owner is archived.
      expect(await papers(id)).toEqual([
        { id: signed, company_id: then.me.companyId, property_id: there, status: 'fully_signed' },
        { id: open, company_id: then.me.companyId, property_id: there, status: 'archived' },
      ]);
      // The move-out inspection belongs to the owner of the old unit, the move-in inspection to the owner of the new unit.
      const looks = await db()
        .selectFrom('inspection')
        .select(['kind', 'unit_id', 'company_id'])
        .where('tenancy_id', '=', id)
        .orderBy('id')
        .execute();
      expect(looks).toEqual([
        { kind: 'move_out', unit_id: from, company_id: now.me.companyId },
        { kind: 'move_in', unit_id: to, company_id: then.me.companyId },
      ]);
      expect((await heard(id)).filter((to) => to === ashaUser.id)).toHaveLength(out ? 2 : 1);
    },
  );
});

describe('tenancy after the end of a mandate', () => {
  test('remains with its owner, and only tenants of the former agent are notified once of their new contact', async () => {
    const agent = await createPerson(testServices, 'agent');
    const agentCompanyId = agent.me.companyId ?? 0;
    const { id } = await createActiveTenancy({ agentCompanyId });
    const other = await createActiveTenancy({ people: [{ ...newTenantInput(), role: 'lead', shareBp: 10_000 }] });
    const ended = { ownerCompanyId: testPlace.owner.me.companyId ?? 0, agentCompanyId, propertyIds: [testPlace.property] };
    for (const _ of [1, 2]) await runAs(testPlace.owner, (ctx) => publishEvent(ctx, 'mandate.ended', ended));
    expect((await readTenancy(id)).agent).toBeNull();
    expect([await countQueuedNotifications('tenancy.agent_gone', id), await countQueuedNotifications('tenancy.agent_gone', other.id)]).toEqual([
      1, 0,
    ]);
    const { rows } = await sql<{
      params: Record<string, string>;
      to: object;
    }>`select data -> 'params' as params, data -> 'to' as to from job.job_common
      where data ->> 'event' = 'tenancy.agent_gone' and data ->> 'key' like ${`tenancy.agent_gone:${id}:%`}`.execute(db());
    const names = await db().selectFrom('company').select(['id', 'name']).where('id', 'in', [agentCompanyId, ended.ownerCompanyId]).execute();
    const nameOf = (company: number) => names.find((one) => one.id === company)?.name;
    expect(rows).toMatchObject([{ to: { personId: ashaUser.id }, params: { agent: nameOf(agentCompanyId), holder: nameOf(ended.ownerCompanyId) } }]);
  });
});

describe('closing the account of a tenant', () => {
  test('is refused during a lease, and after the lease also deletes the reason why the tenancy ended', async () => {
    expect(await openLeasesClosingCheck(db(), ashaUser.id)).toBeNull();
    const { id } = await createActiveTenancy({ noticeDays: 20 });
    expect(await openLeasesClosingCheck(db(), ashaUser.id)).toContain((await readTenancy(id)).code);
    expect(await tenancyPersonalData.tenancies?.(db(), ashaUser.id)).toMatchObject([
      { status: 'active', role: 'lead', rents: [{ rent_cents: 3_000_000 }] },
    ]);
    const to = await createTestUnit();
    await runAs(testPlace.owner, (ctx) => transfer(ctx, { id, unit_id: to, on: addDays(startDay, 20), reason: 'a larger one', after: 'vacant' }));
    expect(await tenancyPersonalData.tenancies?.(db(), ashaUser.id)).toMatchObject([
      { moves_to: { on: addDays(startDay, 20), unit: expect.any(String) } },
    ]);
    await runAs(testPlace.owner, (ctx) => withdrawTransfer(ctx, { id, reason: '' }));
    await agreeOnShortNotice(id, startDay, 'Asha found a job in Kisumu');
    await endTenancy(id, { kind: 'mutual', reason: 'Asha found a job in Kisumu' });
    expect([await openLeasesClosingCheck(db(), ashaUser.id), await readTenantStatus(ashaUser)]).toEqual([null, 'past']);
    await db()
      .transaction()
      .execute((tx) => eraseTenancyPersonalData(tx, ashaUser.id));
    expect((await readTenancy(id)).termination).toMatchObject({ kind: 'mutual', reason: '' });
  });

  test('is refused for a person with a reserved home, but allowed for an occupant who does not pay', async () => {
    const promised = await createTestTenancy({ unitId: testPlace.unit, startsOn: addDays(startDay, 5) });
    expect(await openLeasesClosingCheck(db(), ashaUser.id)).not.toBeNull();
    const { id } = await createActiveTenancy({
      people: [
        { ...newTenantInput(), role: 'lead', shareBp: 10_000 },
        { ...ashaInput(), role: 'occupant', shareBp: 0 },
      ],
    });
    expect(id).toBeGreaterThan(0);
    await runAs(testPlace.owner, (ctx) => withdraw(ctx, { id: promised.id, reason: 'Found another place' }));
    expect(await openLeasesClosingCheck(db(), ashaUser.id)).toBeNull();
  });
});
