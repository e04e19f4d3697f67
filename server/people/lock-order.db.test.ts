import { afterAll, beforeAll, test } from 'vitest';
import { createTestServices, type TestServices } from '#test/db.ts';
import { createOwnerWithUnit } from '#test/fixtures/market.ts';
import { assertHoldsNoLaterLocks } from '#test/lock-order.ts';
import { createPerson, runAsPerson, type TestPerson } from '#test/people.ts';
import { changeAccountRegion, changeAccountStatus } from './account-actions.ts';
import { updateOwnAccount } from './own-account.ts';

/** Locks are taken in the order company, person, property, so that actions and changes of owner cannot deadlock. */
let services: TestServices;
let owner: TestPerson;
let admin: TestPerson;
let property: number;
beforeAll(async () => {
  services = await createTestServices();
  owner = await createPerson(services, 'owner');
  admin = await createPerson(services, 'superadmin');
  ({ property } = await createOwnerWithUnit(services, owner));
});
afterAll(() => services.database.close());

test.each([
  ['renames the company', () => runAsPerson(services, owner, (ctx) => updateOwnAccount(ctx, { company_name: 'Another' }))],
  ['gets a county', () => runAsPerson(services, admin, (ctx) => changeAccountRegion(ctx, { user_id: owner.id, region: '001' }))],
  ['is suspended', () => runAsPerson(services, admin, (ctx) => changeAccountStatus(ctx, { state: 3, user_id: owner.id, reason: 'papers' }))],
])('lock order: no deadlock when a person %s while the company row is locked', async (_, work) => {
  await assertHoldsNoLaterLocks(
    services,
    ['company', owner.me.companyId ?? 0],
    [
      ['person', owner.id],
      ['property', property],
    ],
    work,
  );
});
