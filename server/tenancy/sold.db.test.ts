import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { addDays } from '#contract/time/days.ts';
import { happened } from '#server/kernel/happen.ts';
import { place } from '#test/market.ts';
import { as, asha, end, goneToday, here, house, leave, livedIn, make, me, read, start, tenancyTests, told, whatIs, who } from '#test/tenancies.ts';
import { ctxOf, somebody } from '#test/world.ts';
import { forgetTenancies, leased, tenancyHoldings } from './personal-data.ts';
import { all, withdraw } from './service.ts';

tenancyTests();
const db = () => house.database.db;

describe('a property that is sold', () => {
  test('takes its tenancies along: nobody’s lease is broken, the buyer knows the tenants, what is over stays', async () => {
    const { id, unitId } = await livedIn();
    const over = await livedIn({ people: [{ ...who(), role: 'lead', shareBp: 10_000 }] });
    await goneToday(over.id);
    const buyer = await place(house);
    const toCompany = buyer.owner.me.companyId ?? 0;
    const fromCompany = here.owner.me.companyId ?? 0;
    // Sold, but not handed over here: whoever holds it answers for it.
    for (const to of [null, toCompany])
      await as(here.owner, (ctx) => happened(ctx, 'property.sold', { propertyId: here.property, fromCompany, toCompany: to }));
    expect(await read(id)).toMatchObject({ company: { id: fromCompany } });
    await as(here.owner, async (ctx) => {
      await sql`update property set company_id = ${toCompany} where id = ${here.property}`.execute(ctx.db);
      await happened(ctx, 'property.sold', { propertyId: here.property, fromCompany, toCompany });
    });
    expect(await read(id, buyer.owner)).toMatchObject({ status: 2, company: { id: toCompany }, unit: { id: unitId }, manages: true });
    await expect(read(id)).rejects.toMatchObject({ failure: 'notFound' });
    expect((await read(id, asha)).people).toMatchObject([{ name: 'Asha', is_me: true, until: null }]);
    const relations = await db().selectFrom('tenant').select(['company_id', 'status']).where('person_id', '=', asha.id).orderBy('id').execute();
    expect(relations).toEqual([
      { company_id: fromCompany, status: expect.not.stringMatching('current') },
      { company_id: toCompany, status: 'current' },
    ]);
    const stays = await db().selectFrom('stay').select('company_id').where('unit_id', '=', unitId).execute();
    expect(stays).toEqual([{ company_id: toCompany }]);
    const old = await db().selectFrom('tenancy').select('company_id').where('id', '=', over.id).executeTakeFirstOrThrow();
    expect(old.company_id).toBe(fromCompany);
    expect(await read(over.id), 'the seller keeps what they let until it was over').toMatchObject({ status: 4, manages: true });
    await expect(read(over.id, buyer.owner)).rejects.toMatchObject({ failure: 'notFound' });
    const listed = async (by: typeof here.owner) =>
      (await all(ctxOf(house, by), { page: 1, page_size: 10, sort: '-created_at', tabs: false })).results.map((one) => one.id);
    expect([await listed(here.owner), await listed(buyer.owner)]).toEqual([[over.id], [id]]);
    expect(await told('tenancy.new_holder', id)).toBe(2);
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

describe('a mandate that ends', () => {
  test('leaves its tenancies to their holder, and who lives there hears once whom to turn to; others hear nothing', async () => {
    const agent = await somebody(house, 'agent');
    const agentCompanyId = agent.me.companyId ?? 0;
    const { id } = await livedIn({ agentCompanyId });
    const other = await livedIn({ people: [{ ...who(), role: 'lead', shareBp: 10_000 }] });
    const ended = { ownerCompanyId: here.owner.me.companyId ?? 0, agentCompanyId, propertyIds: [here.property] };
    for (const _ of [1, 2]) await as(here.owner, (ctx) => happened(ctx, 'mandate.ended', ended));
    expect((await read(id)).agent).toBeNull();
    expect([await told('tenancy.agent_gone', id), await told('tenancy.agent_gone', other.id)]).toEqual([1, 0]);
    const { rows } = await sql<{
      params: Record<string, string>;
      to: object;
    }>`select data -> 'params' as params, data -> 'to' as to from job.job_common
      where data ->> 'event' = 'tenancy.agent_gone' and data ->> 'key' like ${`tenancy.agent_gone:${id}:%`}`.execute(db());
    const names = await db().selectFrom('company').select(['id', 'name']).where('id', 'in', [agentCompanyId, ended.ownerCompanyId]).execute();
    const nameOf = (company: number) => names.find((one) => one.id === company)?.name;
    expect(rows).toMatchObject([{ to: { personId: asha.id }, params: { agent: nameOf(agentCompanyId), holder: nameOf(ended.ownerCompanyId) } }]);
  });
});

describe('a person', () => {
  test('in a lease that stands keeps their account; out of it they may go, and why it ended goes with them', async () => {
    expect(await leased(db(), asha.id)).toBeNull();
    const { id } = await livedIn();
    expect(await leased(db(), asha.id)).toContain((await read(id)).code);
    expect(await tenancyHoldings.tenancies?.(db(), asha.id)).toMatchObject([{ status: 'active', role: 'lead', rents: [{ rent_cents: 3_000_000 }] }]);
    await leave(id, start, { kind: 'mutual', reason: 'Asha found a job in Kisumu' });
    await end(id, { kind: 'mutual', reason: 'Asha found a job in Kisumu' });
    expect([await leased(db(), asha.id), await whatIs(asha)]).toEqual([null, 'past']);
    await db()
      .transaction()
      .execute((tx) => forgetTenancies(tx, asha.id));
    expect((await read(id)).termination).toMatchObject({ kind: 'mutual', reason: '' });
  });

  test('who is promised a home keeps it too; an occupant who pays nothing does not', async () => {
    const promised = await make({ unitId: here.unit, startsOn: addDays(start, 5) });
    expect(await leased(db(), asha.id)).not.toBeNull();
    const { id } = await livedIn({
      people: [
        { ...who(), role: 'lead', shareBp: 10_000 },
        { ...me(), role: 'occupant', shareBp: 0 },
      ],
    });
    expect(id).toBeGreaterThan(0);
    await as(here.owner, (ctx) => withdraw(ctx, { id: promised.id, reason: 'Found another place' }));
    expect(await leased(db(), asha.id)).toBeNull();
  });
});
