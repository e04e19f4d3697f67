import { beforeAll, describe, expect, test } from 'vitest';
import { toCents } from '#contract/money/cents.ts';
import { addDays } from '#contract/time/days.ts';
import { registerModules } from '#server/modules.ts';
import {
  ashaInput,
  ashaUser,
  countQueuedNotifications,
  createTestTenancy,
  createTestUnit,
  emptyOpeningBalance,
  newTenantInput,
  readTenancy,
  readUnitStatus,
  runAs,
  setTestDay,
  setUpTenancyTests,
  startDay,
  testPlace,
  testServices,
} from '#test/fixtures/tenancies.ts';
import { settleTermsRequests, startDueTenancies } from '../clock.ts';
import * as tenancy from '../service.ts';

beforeAll(() => registerModules());
setUpTenancyTests();

const owed = () => ({ ...emptyOpeningBalance(), balance_cents: toCents(7_700_000) });
const make = async (given: Partial<tenancy.NewTenancy> = {}) => {
  const unitId = await createTestUnit();
  return { unitId, ...(await createTestTenancy({ unitId, startsOn: addDays(startDay, -100), opening: owed(), asksFirst: true, ...given })) };
};
const invoices = async (id: number) =>
  (await testServices.database.db.selectFrom('invoice').select('id').where('tenancy_id', '=', id).execute()).length;
const accept = (id: number, version: number, by = ashaUser) => runAs(by, (ctx) => tenancy.acceptTerms(ctx, { id, version }));

describe('existing tenancy of a person with an account', () => {
  test('begins and bills its balance only after the person confirms it', async () => {
    const { id, unitId, status } = await make();
    expect(status).toBe('pending');
    expect(await countQueuedNotifications('tenancy.terms_asked', id)).toBe(1);
    expect([await readUnitStatus(unitId), await invoices(id)]).toEqual(['ordered', 0]);
    const shown = await readTenancy(id);
    expect(shown).toMatchObject({ status: 1, asks: true, terms_ask: { waits: ['Asha'], mine: false, until: null } });
    expect(shown.acts).toEqual(['withdraw']);
    const owner = <T>(work: Parameters<typeof runAs<T>>[1]) => runAs(testPlace.owner, work);
    await expect(owner((ctx) => tenancy.activate(ctx, { id }))).rejects.toMatchObject({ failure: 'conflict' });
    await expect(owner((ctx) => tenancy.waiveGuard(ctx, { id, what: 'agreement', reason: 'she agreed' }))).rejects.toMatchObject({
      failure: 'conflict',
    });
    const charge = { label: 'Parking', kind: 'parking' as const, cents: toCents(500_000), often: 'monthly' as const, from: startDay };
    await expect(owner((ctx) => tenancy.addCharge(ctx, { id, ...charge }))).rejects.toMatchObject({ failure: 'conflict' });
    const theirs = await readTenancy(id, ashaUser);
    expect(theirs).toMatchObject({ terms_ask: { mine: true } });
    expect(theirs.acts).toEqual(['accept_terms', 'withdraw']);
    const version = theirs.terms_ask?.version ?? 0;
    await expect(accept(id, version, testPlace.owner)).rejects.toMatchObject({ failure: 'notFound' });
    await expect(accept(id, version + 1)).rejects.toMatchObject({ failure: 'conflict' });
    expect(await accept(id, version)).toMatchObject({ status: 2, terms_ask: null });
    expect([await readUnitStatus(unitId), await invoices(id)]).toEqual(['occupied', 1]);
    await expect(accept(id, version)).rejects.toMatchObject({ failure: 'wrongState' });
  });

  test('is withdrawn if the person declines, or does not answer for two weeks, and bills nothing', async () => {
    const declined = await make();
    await runAs(ashaUser, (ctx) => tenancy.withdraw(ctx, { id: declined.id, reason: 'I never lived there' }));
    const silent = await make();
    await startDueTenancies(testServices.database.db);
    await setTestDay(addDays(startDay, 13));
    await settleTermsRequests(testServices.database.db);
    expect(await readTenancy(silent.id)).toMatchObject({ status: 1 });
    await setTestDay(addDays(startDay, 14));
    await settleTermsRequests(testServices.database.db);
    for (const { id, unitId } of [declined, silent]) {
      expect(await readTenancy(id)).toMatchObject({ status: 4, terms_ask: null });
      expect([await readUnitStatus(unitId), await invoices(id)]).toEqual(['vacant', 0]);
    }
  });

  test('needs every payer with an account, and takes up an occupancy that was only reported', async () => {
    const unitId = await createTestUnit({ status: 'occupied', occupied_said: true });
    const people = [
      { ...newTenantInput(), role: 'lead' as const, shareBp: 5_000 },
      { ...ashaInput(), role: 'co_tenant' as const, shareBp: 5_000 },
    ];
    const { id } = await make({ unitId, people });
    await accept(id, (await readTenancy(id, ashaUser)).terms_ask?.version ?? 0);
    const unit = await testServices.database.db.selectFrom('unit').select(['status', 'occupied_said']).where('id', '=', unitId).executeTakeFirst();
    expect(unit).toEqual({ status: 'occupied', occupied_said: false });
    const alone = await make({ people: [{ ...newTenantInput(), role: 'lead', shareBp: 10_000 }] });
    expect(alone.status).toBe('active');
  });
});
