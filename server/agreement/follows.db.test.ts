import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { agreementCalls } from '#contract/agreement/calls.ts';
import { signCalls } from '#contract/agreement/sign-calls.ts';
import { clock } from '#contract/time/clock.ts';
import { addDays, dayMs } from '#contract/time/days.ts';
import { happened } from '#server/kernel/happen.ts';
import { whole } from '#server/kernel/scoped.ts';
import { changePeople } from '#server/tenancy/service.ts';
import { setClock } from '#test/clock.ts';
import { drain, told } from '#test/jobs.ts';
import { inTransaction } from '#test/world.ts';
import { agent, agreementTests, by, db, home, house, mandate, missing } from '#test/worlds/agreements.ts';
import { newPhone, typed } from '#test/worlds/signers.ts';
import { inking } from './paper.ts';
import { expireAgreements, settleFallen } from './time.ts';

agreementTests();

describe('what happens to the tenancy', () => {
  /** From a day on these are in it: those who are known, and others without an account. */
  const people = async (tenancyId: number, names: readonly string[], from = clock.today()) => {
    const rows = await db()
      .selectFrom('tenancy_person')
      .innerJoin('tenant', 'tenant.id', 'tenant_id')
      .select(['tenant_id', 'role', 'tenant.name'])
      .where('tenancy_id', '=', tenancyId)
      .execute();
    const each = Math.floor(10_000 / names.length);
    const given = names.map((name, n) => {
      const known = rows.find((one) => one.name === name);
      const share_bp = n === 0 ? 10_000 - each * (names.length - 1) : each;
      return known ? { tenant_id: known.tenant_id, role: known.role, share_bp } : { name, phone: newPhone(), role: 'co_tenant' as const, share_bp };
    });
    await inTransaction(house, home.owner, (ctx) => changePeople(ctx, { id: tenancyId, from, people: given, reason: '' }));
  };
  const names = async (id: number) => (await by.full(id)).parties.map(({ name }) => name);

  test('a draft follows its people; who was named beside them stays', async () => {
    const { id, tenancyId } = await by.drafted();
    const { parties } = await by.full(id);
    const witness = { role: 'witness' as const, turn: 4, name: 'Witness', phone: newPhone(), email: '' };
    await by.ask(agreementCalls.update, home.owner, {
      id,
      parties: [...parties.map(typed), witness],
    });
    await people(tenancyId, ['Wanjirũ Kamau', 'Akinyi']);
    const owner = parties[2]?.name ?? '';
    expect(await names(id)).toEqual(['Wanjirũ Kamau', 'Akinyi', owner, 'Witness']);
    expect((await by.full(id)).text.blocks[1]?.en).toContain('Akinyi');
    expect((await by.full(id)).text.blocks[1]?.en).not.toContain('Otieno');
    // From a later day on: until then they are not in the text, and nobody else signs than who it names.
    await people(tenancyId, ['Wanjirũ Kamau', 'Akinyi', 'Barasa']);
    expect(await names(id)).toContain('Barasa');
    await inTransaction(house, home.owner, async (ctx) => {
      const later = addDays(clock.today(), 30);
      await sql`update tenancy_person set since = ${later} from tenant n where n.id = tenant_id and n.name = 'Barasa'`.execute(ctx.db);
      await happened(ctx, 'tenancy.terms_changed', { tenancyId });
    });
    expect(await names(id)).toEqual(['Wanjirũ Kamau', 'Akinyi', owner, 'Witness']);
    expect((await by.full(id)).text.blocks[1]?.en).not.toContain('Barasa');
  });

  test('a lease that was sent to others than will live there is taken back, and the next is a draft', async () => {
    const { id, tenancyId } = await by.sent();
    const token = await by.lastToken(id);
    await people(tenancyId, ['Wanjirũ Kamau', 'Akinyi']);
    expect(await by.full(id)).toMatchObject({ status: 'archived', reason: 'who is in the tenancy changed' });
    await expect(by.ask(signCalls.look, null, { token })).rejects.toMatchObject(missing);
    const next = await db()
      .selectFrom('agreement')
      .select('id')
      .where('tenancy_id', '=', tenancyId)
      .where('status', '=', 'draft')
      .executeTakeFirstOrThrow();
    expect(await names(next.id)).toContain('Akinyi');
  });

  test('what was sent, and a scan that waits to be confirmed, name nobody who pays no more: both are taken back, also of one that is lived in', async () => {
    const { id, tenancyId } = await by.drafted();
    const file = { data: new TextEncoder().encode('%PDF-1.4 made up'), type: 'pdf' as const, name: 'lease.pdf' };
    await inTransaction(house, home.owner, (ctx) => inking(house).bringPaper(ctx, { id, file }));
    await sql`update tenancy set status = 'active' where id = ${tenancyId}`.execute(db());
    await people(tenancyId, ['Wanjirũ Kamau', 'Akinyi']);
    expect(await by.full(id)).toMatchObject({ status: 'archived', reason: 'who is in the tenancy changed' });
    const sent = await by.sent();
    await sql`update tenancy set status = 'active' where id = ${sent.tenancyId}`.execute(db());
    await people(sent.tenancyId, ['Wanjirũ Kamau', 'Akinyi']);
    expect(await by.full(sent.id)).toMatchObject({ status: 'archived' });
  });

  test('a mandate that ends: the agent’s open signature is void, the next is asked; alone on that side it is written anew', async () => {
    const end = () =>
      inTransaction(house, home.owner, async (ctx) => {
        await whole(ctx.db)
          .updateTable('mandate')
          .set({ ended_at: clock.now() })
          .where('agent_company_id', '=', agent.me.companyId ?? 0)
          .execute();
        await happened(ctx, 'mandate.ended', {
          ownerCompanyId: home.owner.me.companyId ?? 0,
          agentCompanyId: agent.me.companyId ?? 0,
          propertyIds: [home.property],
        });
      });
    await mandate.mandated(true);
    const alone = await by.drafted();
    const both = await by.drafted();
    for (const { id } of [alone, both]) {
      await mandate.manages(id);
      await db()
        .updateTable('agreement_party')
        .set({ role: 'agent', person_id: agent.id, name: 'Agent' })
        .where('agreement_id', '=', id)
        .where('role', '=', 'owner')
        .execute();
    }
    await db().insertInto('agreement_party').values({ agreement_id: both.id, role: 'owner', turn: 4, name: 'Landlord', phone: newPhone() }).execute();
    for (const { id } of [alone, both]) await by.ask(agreementCalls.send, home.owner, { id });
    for (const _ of [1, 2]) await by.signs(await by.lastToken(both.id));
    const stale = await by.lastToken(both.id);
    await end();
    await expect(by.ask(signCalls.look, null, { token: stale })).rejects.toMatchObject(missing);
    expect(await by.full(both.id)).toMatchObject({
      status: 'partially_signed',
      parties: [{ status: 'signed' }, { status: 'signed' }, { name: 'Landlord', status: 'sent' }],
    });
    expect(await by.full(alone.id)).toMatchObject({ status: 'archived', reason: 'the mandate ended' });
    const left = await db()
      .selectFrom('agreement')
      .select('id')
      .where('agent_company_id', '=', agent.me.companyId ?? 0)
      .where('status', '<>', 'archived')
      .execute();
    expect(left).toEqual([]);
    const next = await db()
      .selectFrom('agreement')
      .select('id')
      .where('tenancy_id', '=', alone.tenancyId)
      .where('status', '=', 'draft')
      .executeTakeFirstOrThrow();
    expect((await by.full(next.id)).parties.at(-1)).toMatchObject({ role: 'owner' });
    await by.signs(await by.lastToken(both.id));
    await drain(house);
    expect((await by.full(both.id)).status).toBe('fully_signed');
  });

  test('nobody writes a new version in seven days: what was held for it is let go, once', async () => {
    const { id, tenancyId } = await by.sent();
    const kept = await by.sent();
    for (const one of [id, kept.id]) {
      const token = await by.lastToken(one);
      const { code6 } = await by.opened(token);
      await by.ask(signCalls.reject, null, { token, code: code6, reason: 'Too dear' });
    }
    expect((await told(house, 'contract.rejected')).at(-1)?.params.until).toMatch(/^\d{4}-/);
    await by.ask(agreementCalls.newVersion, home.owner, { id: kept.id });
    await setClock(house, new Date(clock.ms() + 6 * dayMs).toISOString());
    await settleFallen(db());
    expect((await by.full(id)).status).toBe('rejected');
    await setClock(house, new Date(clock.ms() + 2 * dayMs).toISOString());
    await expireAgreements(db());
    await settleFallen(db());
    await settleFallen(db());
    const state = (tenancy: number) => db().selectFrom('tenancy').select('status').where('id', '=', tenancy).executeTakeFirstOrThrow();
    expect(await state(tenancyId)).toEqual({ status: 'terminate' });
    expect((await by.full(id)).status).toBe('archived');
    expect(await state(kept.tenancyId)).toEqual({ status: 'pending' });
  });
});
