import { beforeAll, describe, expect, test } from 'vitest';
import { toCents } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import { addDays } from '#contract/time/days.ts';
import { registerModules } from '#server/modules.ts';
import {
  ashaUser,
  countQueuedNotifications,
  createActiveTenancy,
  createTestUnit,
  newTenantInput,
  readTenancy,
  runAs,
  setUpTenancyTests,
  startDay,
  testPlace,
  testServices,
} from '#test/fixtures/tenancies.ts';
import * as tenancy from '../service.ts';

beforeAll(() => registerModules());
setUpTenancyTests();

type Person = Parameters<typeof tenancy.create>[1]['people'][number];
const terms = () => ({
  listing_type: 0 as const,
  starts_on: addDays(startDay, -100),
  ends_on: addDays(startDay, 300),
  term_type: 'fixed' as const,
  holdover: 'roll' as const,
  notice_days: 30,
  due_day: 1,
  review_on: null,
  controlled: false,
  rent_cents: toCents(3_000_000),
  period: 2 as const,
  deposit_cents: toCents(0),
  escalation: { kind: 'none' as const },
  charges: [],
  note: '',
  opening: { balance_cents: toCents(7_700_000), deposit_held_cents: toCents(0), as_of: startDay },
});
const make = async (person: Person, more: object = {}) => {
  const unit_id = await createTestUnit();
  return runAs(testPlace.owner, (ctx) => tenancy.create(ctx, { ...terms(), unit_id, people: [person], ...more }));
};
let n = 0;
/** Asha verifies a number and an email address that the company does not know. */
const verify = async () => {
  const contact = { phone: `+2547150${10_000 + ++n}`, email: `asha${n}@example.com` };
  await testServices.database.db
    .updateTable('person')
    .set({ ...contact, phone_proved_at: clock.now(), email_verified: true })
    .where('id', '=', ashaUser.id)
    .execute();
  return contact;
};
const lead = { role: 'lead' as const, share_bp: 10_000 };

describe('existing tenancy recorded with the contact of an account', () => {
  test('asks the account first if the company types a verified number that it does not know', async () => {
    const { phone } = await verify();
    const made = await make({ ...lead, name: 'Somebody', phone });
    expect(made).toMatchObject({ status: 1, terms_ask: { waits: ['Somebody'] } });
    expect(await readTenancy(made.id, ashaUser)).toMatchObject({ terms_ask: { mine: true } });
    expect(await countQueuedNotifications('tenancy.terms_asked', made.id)).toBe(1);
  });

  test('asks the account first if a record of the company has the verified email', async () => {
    const { email } = await verify();
    const row = await testServices.database.db
      .insertInto('tenant')
      .values({ company_id: testPlace.owner.me.companyId ?? 0, name: 'Asha', email })
      .returning('id')
      .executeTakeFirstOrThrow();
    expect(await make({ ...lead, tenant_id: row.id })).toMatchObject({ status: 1, terms_ask: { waits: ['Asha'] } });
  });

  test('cannot be begun by waiving the lease', async () => {
    const { phone } = await verify();
    const { id } = await make({ ...lead, name: 'Asha', phone }, { starts_on: startDay, opening: null });
    await expect(
      runAs(testPlace.owner, (ctx) => tenancy.waiveGuard(ctx, { id, what: 'agreement', reason: 'agreed by phone' })),
    ).rejects.toMatchObject({ failure: 'conflict' });
  });

  test('needs consent also when the number is typed into a change of people', async () => {
    const { phone } = await verify();
    const { id } = await createActiveTenancy({ people: [{ ...newTenantInput(), role: 'lead', shareBp: 10_000 }] });
    const people = [{ ...lead, name: 'Asha', phone }];
    const asked = await runAs(testPlace.owner, (ctx) => tenancy.changePeople(ctx, { id, from: startDay, people, reason: '' }));
    expect(asked).toMatchObject({ people_ask: { waits: ['Asha'] } });
  });
});

test('existing tenancy: a notice period below 14 days is refused for tenants who are not asked', async () => {
  const person = { ...lead, name: 'Otieno', phone: '0712 000 777' };
  await expect(make(person, { notice_days: 0 })).rejects.toMatchObject({ extra: { fields: { notice_days: expect.any(String) } } });
  expect(await make(person, { notice_days: 14 })).toMatchObject({ status: 2 });
});
