import { beforeAll, expect, test } from 'vitest';
import { toCents } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import { addDays } from '#contract/time/days.ts';
import { createTestServices, type TestServices } from '#test/db.ts';
import { createPerson, runAsPerson, type TestPerson } from '#test/people.ts';
import { mandateCreate, mandateUpdate } from './service.ts';

let services: TestServices;
let [admin, owner, agent]: TestPerson[] = [];
const one = (who: TestPerson | undefined): TestPerson => {
  if (!who) throw new Error('not ready');
  return who;
};
beforeAll(async () => {
  services = await createTestServices();
  [admin, owner, agent] = [await createPerson(services, 'superadmin'), await createPerson(services, 'owner'), await createPerson(services, 'agent')];
});
const as = <T>(who: TestPerson | undefined, work: Parameters<typeof runAsPerson<T>>[2]) => runAsPerson(services, one(who), work);
const addMandate = (terms: object) =>
  services.database.db
    .insertInto('mandate')
    .values({
      owner_company_id: one(owner).me.companyId ?? 0,
      agent_company_id: one(agent).me.companyId ?? 0,
      all_properties: true,
      grants: ['property.read'],
      ...terms,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
const endAll = () => services.database.db.updateTable('mandate').set({ ended_at: clock.now() }).where('ended_at', 'is', null).execute();

test('mandate: one person of Makao cannot give an agency commission or the right to collect, sign or spend', async () => {
  const { id } = await addMandate({ commission_bp: 800 });
  const alone = [{ commission_bp: 10_000 }, { commission_bp: 801 }, { may_collect: true }, { may_sign: true }, { approval_limit_cents: toCents(1) }];
  for (const terms of alone)
    await expect(
      as(admin, (ctx) => mandateUpdate(ctx, { id, ...terms })),
      JSON.stringify(terms),
    ).rejects.toMatchObject({ failure: 'forbidden' });
  // The owner does, and Makao narrows it.
  expect(await as(owner, (ctx) => mandateUpdate(ctx, { id, commission_bp: 1000, may_collect: true }))).toMatchObject({ commission_bp: 1000 });
  expect(await as(admin, (ctx) => mandateUpdate(ctx, { id, commission_bp: 500, may_collect: false }))).toMatchObject({ commission_bp: 500 });
  await endAll();
});

test('mandate: Makao cannot make one with commission wider or longer', async () => {
  const [today, month] = [clock.today(), addDays(clock.today(), 30)];
  const { id } = await addMandate({ commission_bp: 800, scope: 'letting_only', all_properties: false, ends_on: month });
  for (const terms of [{ scope: 'full_management' as const }, { all_properties: true }, { ends_on: null }, { ends_on: addDays(month, 1) }])
    await expect(
      as(admin, (ctx) => mandateUpdate(ctx, { id, ...terms })),
      JSON.stringify(terms),
    ).rejects.toMatchObject({ failure: 'forbidden' });
  expect(await as(admin, (ctx) => mandateUpdate(ctx, { id, ends_on: today }))).toMatchObject({ ends_on: today });
  await endAll();
});

test('mandate: Makao makes one without terms about money for an owner', async () => {
  const asked = {
    owner_company_id: one(owner).me.companyId ?? 0,
    agent_company_id: one(agent).me.companyId ?? 0,
    property_ids: [],
    scope: 'full_management' as const,
    starts_on: null,
    ends_on: null,
    may_sign: false,
    may_collect: false,
    approval_limit_cents: toCents(0),
    commission_bp: null,
  };
  await expect(as(admin, (ctx) => mandateCreate(ctx, { ...asked, commission_bp: 500 }))).rejects.toMatchObject({ failure: 'forbidden' });
  expect(await as(admin, (ctx) => mandateCreate(ctx, asked))).toMatchObject({ commission_bp: null, may_collect: false });
});
