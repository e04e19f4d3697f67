import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { addDays } from '#contract/time/days.ts';
import { happened } from '#server/kernel/happen.ts';
import { ctxOf, somebody } from '#test/world.ts';
import { addProperty, addUnit, place } from '#test/worlds/market.ts';
import {
  as,
  asha,
  at,
  bothAgree,
  end,
  fresh,
  goneToday,
  here,
  house,
  livedIn,
  make,
  me,
  opening,
  read,
  start,
  tenancyTests,
  told,
  unitOf,
  whatIs,
  who,
} from '#test/worlds/tenancies.ts';
import { moveOver } from './people/transfer.ts';
import { forgetTenancies, leased, tenancyHoldings } from './personal-data.ts';
import { all, transfer, withdraw, withdrawTransfer } from './service.ts';

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

describe('a move between a property that is sold and another', () => {
  const day = addDays(start, 20);
  /** They live in the sold property and move to the other one, or the other way round. */
  const planned = async (out: boolean) => {
    const elsewhere = await addProperty(house, here.owner.me.companyId ?? 0);
    const [from, to] = [await addUnit(house, out ? here.property : elsewhere), await addUnit(house, out ? elsewhere : here.property)];
    const { id } = await make({ unitId: from, opening: opening() });
    await as(here.owner, (ctx) => transfer(ctx, { id, unit_id: to, on: day, reason: 'a larger one', after: 'vacant' }));
    return { id, from, to, there: out ? elsewhere : here.property };
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
  /** Who heard whose it is now. */
  const heard = async (id: number) =>
    (
      await sql<{ to: number }>`select (data -> 'to' ->> 'personId')::int as to from job.job_common where data ->> 'event' = 'tenancy.new_holder'
        and data ->> 'key' like ${`tenancy.new_holder:${id}:%`}`.execute(db())
    ).rows.map((row) => row.to);
  const sell = async () => {
    const buyer = (await place(house)).owner;
    const [fromCompany, toCompany] = [here.owner.me.companyId ?? 0, buyer.me.companyId ?? 0];
    await as(here.owner, async (ctx) => {
      await sql`update property set company_id = ${toCompany} where id = ${here.property}`.execute(ctx.db);
      await happened(ctx, 'property.sold', { propertyId: here.property, fromCompany, toCompany });
    });
    return buyer;
  };

  test('does not come about: they stay where they are', async () => {
    const { id, from, to } = await planned(true);
    const buyer = await sell();
    expect(await read(id, buyer)).toMatchObject({ transfer: null, unit: { id: from }, company: { id: buyer.me.companyId } });
    expect(await unitOf(to)).toBe('vacant');
  });

  test.each([true, false])('stands where the old home was let on: on its day the tenancy is its new holder’s (out of it: %s)', async (out) => {
    const { id, from, to, there } = await planned(out);
    const next = await make({ unitId: from, startsOn: day, people: [{ ...who(), role: 'lead', shareBp: 10_000 }] });
    const signed = await paper(id, 'lease', 'fully_signed');
    const [buyer, open] = [await sell(), await paper(id, 'renewal', 'pending_signature')];
    const [now, then] = out ? [buyer, here.owner] : [here.owner, buyer];
    expect(await read(id, now)).toMatchObject({ transfer: { on: day }, unit: { id: from } });
    await at(day);
    await moveOver(db());
    expect(await read(id, then)).toMatchObject({ transfer: null, unit: { id: to }, company: { id: then.me.companyId }, manages: true });
    await expect(read(id, now)).rejects.toMatchObject({ failure: 'notFound' });
    const { rows } = await sql<{
      company_id: number;
    }>`select n.company_id from tenancy_person p join tenant n on n.id = p.tenant_id where p.tenancy_id = ${id}`.execute(db());
    expect(rows).toEqual([{ company_id: then.me.companyId }]);
    expect([await unitOf(from), (await read(next.id, now)).unit.id]).toEqual(['ordered', from]);
    // Its lease goes along, and nothing more is signed with who held it before.
    expect(await papers(id)).toEqual([
      { id: signed, company_id: then.me.companyId, property_id: there, status: 'fully_signed' },
      { id: open, company_id: then.me.companyId, property_id: there, status: 'archived' },
    ]);
    // How they left the one home is for who holds that, how they find the other for who holds it now.
    const looks = await db().selectFrom('inspection').select(['kind', 'unit_id', 'company_id']).where('tenancy_id', '=', id).orderBy('id').execute();
    expect(looks).toEqual([
      { kind: 'move_out', unit_id: from, company_id: now.me.companyId },
      { kind: 'move_in', unit_id: to, company_id: then.me.companyId },
    ]);
    expect((await heard(id)).filter((to) => to === asha.id)).toHaveLength(out ? 2 : 1);
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
    const to = await fresh();
    await as(here.owner, (ctx) => transfer(ctx, { id, unit_id: to, on: addDays(start, 20), reason: 'a larger one', after: 'vacant' }));
    expect(await tenancyHoldings.tenancies?.(db(), asha.id)).toMatchObject([{ moves_to: { on: addDays(start, 20), unit: expect.any(String) } }]);
    await as(here.owner, (ctx) => withdrawTransfer(ctx, { id, reason: '' }));
    await bothAgree(id, start, 'Asha found a job in Kisumu');
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
