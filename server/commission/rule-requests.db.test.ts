import { beforeAll, expect, test } from 'vitest';
import type { CommissionRuleFields } from '#contract/commission/calls.ts';
import { calculateCommission } from '#contract/commission/engine.ts';
import { toCents } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import { addDays } from '#contract/time/days.ts';
import { decideApprovalRequest } from '#server/approval/requests.ts';
import { createTestServices, type TestServices } from '#test/db.ts';
import { addProperty } from '#test/fixtures/market.ts';
import { listSentNotifications } from '#test/jobs.ts';
import { createPerson, makeAccountsEstablished, runAsPerson, type TestPerson } from '#test/people.ts';
import { announceCommissionRules } from './announce.ts';
import { commissionRuleHandlers } from './rule-requests.ts';
import { toCommissionTerms } from './rule-terms.ts';

let services: TestServices;
let calls: ReturnType<typeof commissionRuleHandlers>;
let [admin, second, owner]: TestPerson[] = [];
const person = (one: TestPerson | undefined): TestPerson => {
  if (!one) throw new Error('not ready');
  return one;
};
beforeAll(async () => {
  services = await createTestServices();
  calls = commissionRuleHandlers(services);
  [admin, second, owner] = [await createPerson(services, 'admin'), await createPerson(services, 'superadmin'), await createPerson(services, 'owner')];
  await makeAccountsEstablished(services, person(second));
  await addProperty(services, person(owner).me.companyId ?? 0);
});
const notice = 14;
const later = (days = notice) => addDays(clock.today(), days);
const fields = (change: Partial<CommissionRuleFields> = {}): CommissionRuleFields & { reason: string } => ({
  name: 'Rent collected',
  beneficiary: 'platform',
  basis: 'rent_collected',
  kind: 'rate',
  bps: 500,
  fixed_cents: null,
  tiers: null,
  min_cents: toCents(0),
  max_cents: null,
  vat_bps: 1600,
  per: 'invoice',
  company_id: null,
  property_id: null,
  region: null,
  months: null,
  starts_on: later(),
  ends_on: null,
  priority: 0,
  reason: 'Agreed with the owners',
  ...change,
});
const as = <T>(who: TestPerson | undefined, work: Parameters<typeof runAsPerson<T>>[2]) => runAsPerson(services, person(who), work);
const ask = (change: Partial<CommissionRuleFields> = {}) => as(admin, (ctx) => calls.ruleCreate(ctx, fields(change)));
const decide = (who: TestPerson | undefined, id: number, approve = true) =>
  as(who, (ctx) => decideApprovalRequest(services)(ctx, { id, approve, reason: 'Discussed' }));
const rules = () => services.database.db.selectFrom('commission_rule').selectAll().where('replaced_at', 'is', null).orderBy('id').execute();
const newest = async () => {
  const row = (await rules()).at(-1);
  if (!row) throw new Error('no rule');
  return row;
};

test('commission rule: one admin cannot take all rent of a company from today', async () => {
  const company_id = person(owner).me.companyId;
  await expect(ask({ bps: 10_000, company_id, starts_on: clock.today() })).rejects.toMatchObject({ extra: { fields: { bps: expect.any(String) } } });
  await expect(ask({ company_id, min_cents: toCents(3_530_000) })).rejects.toMatchObject({ extra: { fields: { min_cents: expect.any(String) } } });
  await expect(ask({ bps: 2000, company_id, starts_on: later(notice - 1) })).rejects.toMatchObject({
    extra: { fields: { starts_on: expect.any(String) } },
  });
  const asked = await ask({ bps: 2000, company_id });
  expect(await rules()).toEqual([]);
  await expect(decide(admin, asked.id)).rejects.toMatchObject({ failure: 'forbidden' });
  await decide(second, asked.id, false);
  expect(await rules()).toEqual([]);
});

test('commission rule: is saved when a second person approves it, and the company is notified once before it starts', async () => {
  const { id } = await ask({ company_id: person(owner).me.companyId });
  expect((await as(admin, (ctx) => calls.listRules(ctx, { page: 1, page_size: 10 }))).request).toMatchObject({ id, own: true });
  await decide(second, id);
  expect(await newest()).toMatchObject({ bps: 500, starts_on: later(), created_by: person(admin).id, announce: 'start' });
  await announceCommissionRules(services.database.db);
  await announceCommissionRules(services.database.db);
  const told = await listSentNotifications(services, 'commission.rule_starts');
  expect(told).toHaveLength(1);
  expect(told[0]).toMatchObject({ to: { personId: person(owner).id }, params: { day: later(), terms: expect.stringContaining('5%') } });
});

test('commission rule: the notice counts from a late approval', async () => {
  const { id } = await ask({ name: 'Late' });
  await services.database.db
    .updateTable('approval_request')
    .set({
      params: JSON.stringify({ rule: null, version: 0, who: '', fields: { ...fields({ name: 'Late', starts_on: later(2) }), reason: undefined } }),
    })
    .where('id', '=', id)
    .execute();
  await decide(second, id);
  expect(await newest()).toMatchObject({ name: 'Late', starts_on: later() });
});

test('commission rule: a lower rate can start today; a higher one keeps the version before until it starts', async () => {
  const { id: saved } = await services.database.db
    .insertInto('commission_rule')
    .values({ name: 'Now', beneficiary: 'platform', basis: 'rent_collected', kind: 'rate', bps: 500, vat_bps: 1600, starts_on: later(-30) })
    .returning('id')
    .executeTakeFirstOrThrow();
  const replace = (id: number, version: number, change: Partial<CommissionRuleFields>) =>
    as(admin, (ctx) => calls.ruleReplace(ctx, { id, version, ...fields({ name: 'Now', ...change }) }));
  await expect(replace(saved, 1, { bps: 600, starts_on: clock.today() })).rejects.toMatchObject({ failure: 'invalid' });
  await expect(replace(saved, 1, { bps: 400, starts_on: later(-1) })).rejects.toMatchObject({ failure: 'invalid' });
  await decide(second, (await replace(saved, 1, { bps: 400, starts_on: clock.today() })).id);
  const lower = await newest();
  expect(lower).toMatchObject({ bps: 400, version: 2, starts_on: clock.today() });
  await decide(second, (await replace(lower.id, 2, { bps: 600 })).id);
  const all = (await rules()).filter(({ name }) => name === 'Now');
  expect(all.map(({ bps, ends_on }) => [bps, ends_on])).toEqual([
    [500, later(-1)],
    [400, later(notice - 1)],
    [600, null],
  ]);
  await expect(replace(lower.id, 2, { bps: 700 })).rejects.toMatchObject({ failure: 'conflict' });
});

test('commission rule: the rule of one company ends after the notice, because the general rule can be higher', async () => {
  const company_id = person(owner).me.companyId;
  const { id } = await services.database.db
    .insertInto('commission_rule')
    .values({ name: 'Special', beneficiary: 'platform', basis: 'rent_collected', kind: 'rate', bps: 100, company_id, starts_on: later(-30) })
    .returning('id')
    .executeTakeFirstOrThrow();
  const request = await as(admin, (ctx) => calls.ruleEnd(ctx, { id }));
  await expect(as(admin, (ctx) => calls.ruleEnd(ctx, { id }))).rejects.toMatchObject({ failure: 'conflict' });
  await decide(second, request.id);
  expect(await newest()).toMatchObject({ name: 'Special', ends_on: later(notice - 1), announce: 'end' });
  await announceCommissionRules(services.database.db);
  expect(await listSentNotifications(services, 'commission.rule_ends')).toHaveLength(1);
});

test('commission rule: a fixed amount or minimum takes at most the ceiling of a small rent', async () => {
  const company_id = person(owner).me.companyId;
  const terms = [
    { kind: 'fixed', bps: null, fixed_cents: toCents(1_000_000) },
    { min_cents: toCents(1_000_000) },
    { basis: 'first_rent', kind: 'fixed', bps: null, fixed_cents: toCents(1_000_000) },
  ] as const;
  const taken: number[] = [];
  for (const change of terms) {
    await decide(second, (await ask({ name: 'Small rents', company_id, ...change })).id);
    taken.push(calculateCommission(toCommissionTerms(await newest()), 800_000));
  }
  expect(taken).toEqual([160_000, 160_000, 400_000]);
});

test('commission rule: a letting fee above its ceiling and VAT above 16% are refused', async () => {
  await expect(ask({ basis: 'first_rent', bps: 5001 })).rejects.toMatchObject({ extra: { fields: { bps: expect.stringMatching(/50%/) } } });
  await expect(ask({ vat_bps: 10_000 })).rejects.toMatchObject({ extra: { fields: { vat_bps: expect.stringMatching(/16%/) } } });
});

test('commission rule: a rule for everyone ends after the notice where another rule for everyone then applies', async () => {
  const { database } = services;
  await database.db.updateTable('commission_rule').set({ replaced_at: clock.now() }).execute();
  const add = (name: string, bps: number, priority: number) =>
    database.db
      .insertInto('commission_rule')
      .values({ name, beneficiary: 'platform', basis: 'rent_collected', kind: 'rate', bps, priority, starts_on: later(-30) })
      .returning('id')
      .executeTakeFirstOrThrow();
  const [cheap] = [await add('Cheap', 300, 2), await add('Costly', 2000, 1)];
  await decide(second, (await as(admin, (ctx) => calls.ruleEnd(ctx, { id: cheap.id }))).id);
  expect((await rules()).find(({ id }) => id === cheap.id)).toMatchObject({ ends_on: later(notice - 1), announce: 'end' });
});
