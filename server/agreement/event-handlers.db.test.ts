import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { agreementCalls } from '#contract/agreement/calls.ts';
import { signCalls } from '#contract/agreement/sign-calls.ts';
import { toCents } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import { addDays, dayMs } from '#contract/time/days.ts';
import { publishEvent } from '#server/kernel/publish.ts';
import { unscopedDb } from '#server/kernel/scoped.ts';
import { addCharge, changePeople } from '#server/tenancy/service.ts';
import { setClock } from '#test/clock.ts';
import {
  agentMandateDriver,
  agreementDriver,
  getAgreementDb,
  landlordHome,
  mandatedAgent,
  notFoundFailure,
  setUpAgreementTests,
  testServices,
} from '#test/fixtures/agreements.ts';
import { makeUnusedPhone, toPartyInput } from '#test/fixtures/signers.ts';
import { listSentNotifications, runQueuedJobs } from '#test/jobs.ts';
import { runAsPerson } from '#test/people.ts';
import { archiveUnresolvedAgreements, expireAgreements } from './deadlines.ts';
import { paperSigningHandlers } from './paper-signing.ts';

setUpAgreementTests();

describe('agreement: effect of tenancy changes', () => {
  /** Sets the people of a tenancy from a day on: existing tenants by name, and new ones without an account. */
  const people = async (tenancyId: number, names: readonly string[], from = clock.today()) => {
    const rows = await getAgreementDb()
      .selectFrom('tenancy_person')
      .innerJoin('tenant', 'tenant.id', 'tenant_id')
      .select(['tenant_id', 'role', 'tenant.name'])
      .where('tenancy_id', '=', tenancyId)
      .execute();
    const each = Math.floor(10_000 / names.length);
    const given = names.map((name, n) => {
      const known = rows.find((one) => one.name === name);
      const share_bp = n === 0 ? 10_000 - each * (names.length - 1) : each;
      return known
        ? { tenant_id: known.tenant_id, role: known.role, share_bp }
        : { name, phone: makeUnusedPhone(), role: 'co_tenant' as const, share_bp };
    });
    await runAsPerson(testServices, landlordHome.owner, (ctx) => changePeople(ctx, { id: tenancyId, from, people: given, reason: '' }));
  };
  const names = async (id: number) => (await agreementDriver.full(id)).parties.map(({ name }) => name);

  test('a draft replaces its tenants when the tenancy changes, and keeps additional signatories', async () => {
    const { id, tenancyId } = await agreementDriver.drafted();
    const { parties } = await agreementDriver.full(id);
    const witness = { role: 'witness' as const, turn: 4, name: 'Witness', phone: makeUnusedPhone(), email: '' };
    await agreementDriver.ask(agreementCalls.update, landlordHome.owner, {
      id,
      parties: [...parties.map(toPartyInput), witness],
    });
    await people(tenancyId, ['Wanjirũ Kamau', 'Akinyi']);
    const owner = parties[2]?.name ?? '';
    expect(await names(id)).toEqual(['Wanjirũ Kamau', 'Akinyi', owner, 'Witness']);
    expect((await agreementDriver.full(id)).text.blocks[1]?.en).toContain('Akinyi');
    expect((await agreementDriver.full(id)).text.blocks[1]?.en).not.toContain('Otieno');
    // The change takes effect on a later day. Until then the text does not name these people, and only people named in the text sign.
    await people(tenancyId, ['Wanjirũ Kamau', 'Akinyi', 'Barasa']);
    expect(await names(id)).toContain('Barasa');
    await runAsPerson(testServices, landlordHome.owner, async (ctx) => {
      const later = addDays(clock.today(), 30);
      await sql`update tenancy_person set since = ${later} from tenant n where n.id = tenant_id and n.name = 'Barasa'`.execute(ctx.db);
      await publishEvent(ctx, 'tenancy.terms_changed', { tenancyId });
    });
    expect(await names(id)).toEqual(['Wanjirũ Kamau', 'Akinyi', owner, 'Witness']);
    expect((await agreementDriver.full(id)).text.blocks[1]?.en).not.toContain('Barasa');
  });

  test('a sent lease is withdrawn and drafted again when the tenants change', async () => {
    const { id, tenancyId } = await agreementDriver.sent();
    const token = await agreementDriver.lastToken(id);
    await people(tenancyId, ['Wanjirũ Kamau', 'Akinyi']);
    expect(await agreementDriver.full(id)).toMatchObject({ status: 'archived', reason: 'who is in the tenancy changed' });
    await expect(agreementDriver.ask(signCalls.preview, null, { token })).rejects.toMatchObject(notFoundFailure);
    const next = await getAgreementDb()
      .selectFrom('agreement')
      .select('id')
      .where('tenancy_id', '=', tenancyId)
      .where('status', '=', 'draft')
      .executeTakeFirstOrThrow();
    expect(await names(next.id)).toContain('Akinyi');
  });

  test('a charge cannot be added or ended while the lease is out for signature, and can be after the lease is withdrawn', async () => {
    const { id, tenancyId } = await agreementDriver.sent();
    const owner = <T>(work: Parameters<typeof runAsPerson<T>>[2]) => runAsPerson(testServices, landlordHome.owner, work);
    const { starts_on } = await getAgreementDb().selectFrom('tenancy').select('starts_on').where('id', '=', tenancyId).executeTakeFirstOrThrow();
    const charge = { label: 'Parking', kind: 'parking' as const, cents: toCents(500_000), often: 'monthly' as const, from: starts_on };
    await expect(owner((ctx) => addCharge(ctx, { id: tenancyId, ...charge }))).rejects.toMatchObject({ failure: 'conflict' });
    await agreementDriver.ask(agreementCalls.void, landlordHome.owner, { id, reason: 'the parking was forgotten' });
    expect((await owner((ctx) => addCharge(ctx, { id: tenancyId, ...charge }))).charges.map(({ label }) => label)).toContain('Parking');
  });

  test('a sent agreement or an unconfirmed scan is withdrawn when the tenants change, also in an active tenancy', async () => {
    const { id, tenancyId } = await agreementDriver.drafted();
    const file = { data: new TextEncoder().encode('%PDF-1.4 made up'), type: 'pdf' as const, name: 'lease.pdf' };
    await runAsPerson(testServices, landlordHome.owner, (ctx) => paperSigningHandlers(testServices).uploadSignedScan(ctx, { id, file }));
    await sql`update tenancy set status = 'active' where id = ${tenancyId}`.execute(getAgreementDb());
    await people(tenancyId, ['Wanjirũ Kamau', 'Akinyi']);
    expect(await agreementDriver.full(id)).toMatchObject({ status: 'archived', reason: 'who is in the tenancy changed' });
    const sent = await agreementDriver.sent();
    await sql`update tenancy set status = 'active' where id = ${sent.tenancyId}`.execute(getAgreementDb());
    await people(sent.tenancyId, ['Wanjirũ Kamau', 'Akinyi']);
    expect(await agreementDriver.full(sent.id)).toMatchObject({ status: 'archived' });
  });

  test('when a mandate ends, the agent no longer signs, and the next signatory is asked to sign or the landlord gets a new draft', async () => {
    const end = () =>
      runAsPerson(testServices, landlordHome.owner, async (ctx) => {
        await unscopedDb(ctx.db)
          .updateTable('mandate')
          .set({ ended_at: clock.now() })
          .where('agent_company_id', '=', mandatedAgent.me.companyId ?? 0)
          .execute();
        await publishEvent(ctx, 'mandate.ended', {
          ownerCompanyId: landlordHome.owner.me.companyId ?? 0,
          agentCompanyId: mandatedAgent.me.companyId ?? 0,
          propertyIds: [landlordHome.property],
        });
      });
    await agentMandateDriver.mandated(true);
    const alone = await agreementDriver.drafted();
    const both = await agreementDriver.drafted();
    for (const { id } of [alone, both]) {
      await agentMandateDriver.manages(id);
      await getAgreementDb()
        .updateTable('agreement_party')
        .set({ role: 'agent', person_id: mandatedAgent.id, name: 'Agent' })
        .where('agreement_id', '=', id)
        .where('role', '=', 'owner')
        .execute();
    }
    await getAgreementDb()
      .insertInto('agreement_party')
      .values({ agreement_id: both.id, role: 'owner', turn: 4, name: 'Landlord', phone: makeUnusedPhone() })
      .execute();
    for (const { id } of [alone, both]) await agreementDriver.ask(agreementCalls.send, landlordHome.owner, { id });
    for (const _ of [1, 2]) await agreementDriver.signs(await agreementDriver.lastToken(both.id));
    const stale = await agreementDriver.lastToken(both.id);
    await end();
    await expect(agreementDriver.ask(signCalls.preview, null, { token: stale })).rejects.toMatchObject(notFoundFailure);
    expect(await agreementDriver.full(both.id)).toMatchObject({
      status: 'partially_signed',
      parties: [{ status: 'signed' }, { status: 'signed' }, { name: 'Landlord', status: 'sent' }],
    });
    expect(await agreementDriver.full(alone.id)).toMatchObject({ status: 'archived', reason: 'the mandate ended' });
    const left = await getAgreementDb()
      .selectFrom('agreement')
      .select('id')
      .where('agent_company_id', '=', mandatedAgent.me.companyId ?? 0)
      .where('status', '<>', 'archived')
      .execute();
    expect(left).toEqual([]);
    const next = await getAgreementDb()
      .selectFrom('agreement')
      .select('id')
      .where('tenancy_id', '=', alone.tenancyId)
      .where('status', '=', 'draft')
      .executeTakeFirstOrThrow();
    expect((await agreementDriver.full(next.id)).parties.at(-1)).toMatchObject({ role: 'owner' });
    await agreementDriver.signs(await agreementDriver.lastToken(both.id));
    await runQueuedJobs(testServices);
    expect((await agreementDriver.full(both.id)).status).toBe('fully_signed');
  });

  test('a rejected agreement releases the reservation once, after seven days without a new version', async () => {
    const { id, tenancyId } = await agreementDriver.sent();
    const kept = await agreementDriver.sent();
    for (const one of [id, kept.id]) {
      const token = await agreementDriver.lastToken(one);
      const { code6 } = await agreementDriver.opened(token);
      await agreementDriver.ask(signCalls.reject, null, { token, code: code6, reason: 'Too dear' });
    }
    expect((await listSentNotifications(testServices, 'contract.rejected')).at(-1)?.params.until).toMatch(/^\d{4}-/);
    await agreementDriver.ask(agreementCalls.newVersion, landlordHome.owner, { id: kept.id });
    await setClock(testServices, new Date(clock.ms() + 6 * dayMs).toISOString());
    await archiveUnresolvedAgreements(getAgreementDb());
    expect((await agreementDriver.full(id)).status).toBe('rejected');
    await setClock(testServices, new Date(clock.ms() + 2 * dayMs).toISOString());
    await expireAgreements(getAgreementDb());
    await archiveUnresolvedAgreements(getAgreementDb());
    await archiveUnresolvedAgreements(getAgreementDb());
    const state = (tenancy: number) => getAgreementDb().selectFrom('tenancy').select('status').where('id', '=', tenancy).executeTakeFirstOrThrow();
    expect(await state(tenancyId)).toEqual({ status: 'terminate' });
    expect((await agreementDriver.full(id)).status).toBe('archived');
    expect(await state(kept.tenancyId)).toEqual({ status: 'pending' });
  });
});
