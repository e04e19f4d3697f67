import { beforeAll, describe, expect, test } from 'vitest';
import { clock } from '#contract/time/clock.ts';
import { addDays } from '#contract/time/days.ts';
import { buildScheduledJobs, registerModules } from '#server/modules.ts';
import * as tenancy from '#server/tenancy/service.ts';
import { addUnit } from '#test/fixtures/market.ts';
import {
  countQueuedNotifications,
  readUnitStatus,
  runAs,
  setTestDay,
  setUpTenancyTests,
  startDay,
  testPlace,
  testServices,
} from '#test/fixtures/tenancies.ts';
import { listSentNotifications } from '#test/jobs.ts';
import { createPerson, createTestCtx } from '#test/people.ts';
import { tamperKey } from '#test/wrong-secrets.ts';
import * as portfolio from './service.ts';

beforeAll(() => registerModules());
setUpTenancyTests();
const db = () => testServices.database.db;

test('tenancy import: a tenant with an account is asked first: the tenancy begins after seven days, and the import can be undone before', async () => {
  const person = await createPerson(testServices, 'tenant');
  const id = await addUnit(testServices, testPlace.property, { name: 'AC1' });
  const property = await testServices.database.db
    .selectFrom('property')
    .select(['name', 'company_id'])
    .where('id', '=', testPlace.property)
    .executeTakeFirstOrThrow();
  const phone = '+254713888777';
  const cells = { name: 'AC1', tenant: 'Jane Wanjiru', since: '1/3/2025', rent: '25,000', phone };
  let n = 0;
  const bring = () =>
    runAs(testPlace.owner, (ctx) =>
      portfolio.importPortfolioRows(ctx, {
        rows: [{ line: 1, sheet: '', property: property.name, cells }],
        client_key: `00000000-0000-4000-8000-00000000000${++n}`,
        file_name: 'tenants.xlsx',
      }),
    );
  const undo = (sheet: number) => runAs(testPlace.owner, (ctx) => portfolio.undoPortfolioImport(ctx, { id: sheet, keep_changed: false }));
  const madeBy = (sheet: number) => testServices.database.db.selectFrom('tenancy').selectAll().where('import_id', '=', sheet).execute();
  await testServices.database.db.updateTable('person').set({ phone, phone_proved_at: clock.now() }).where('id', '=', person.id).execute();
  await testServices.database.db
    .insertInto('tenant')
    .values({ company_id: property.company_id, person_id: person.id, name: cells.tenant, phone })
    .execute();
  const wrong = await bring();
  expect(await madeBy(wrong.id)).toMatchObject([{ status: 'pending', terms_ask: { until: addDays(startDay, 7) } }]);
  expect(await readUnitStatus(id)).toBe('ordered');
  expect(await undo(wrong.id)).toMatchObject({ removed: 1 });
  expect(await readUnitStatus(id)).toBe('vacant');
  const right = await bring();
  const run = () => tenancy.tenancyJobs.find(({ name }) => name === 'tenancy.offers')?.run(testServices.database.db);
  await setTestDay(addDays(startDay, 6));
  await run();
  expect(await madeBy(right.id)).toMatchObject([{ status: 'pending' }]);
  await setTestDay(addDays(startDay, 7));
  await run();
  expect(await madeBy(right.id)).toMatchObject([{ status: 'active', terms_ask: null }]);
  expect(await readUnitStatus(id)).toBe('occupied');
});

describe('tenancy import: a tenant without an account', () => {
  let n = 0;
  /** Imports a tenant with arrears, and returns the tenancy with the link that the tenant was sent. */
  const bring = async (contact: { phone?: string; email?: string }) => {
    const name = `NA${++n}`;
    const unit = await addUnit(testServices, testPlace.property, { name });
    const { name: property } = await db().selectFrom('property').select('name').where('id', '=', testPlace.property).executeTakeFirstOrThrow();
    const cells = { name, tenant: `Otieno ${name}`, since: '1/3/2025', rent: '25,000', deposit: '25,000', balance: '77,000', ...contact };
    const sheet = await runAs(testPlace.owner, (ctx) =>
      portfolio.importPortfolioRows(ctx, {
        rows: [{ line: 1, sheet: '', property, cells }],
        client_key: `00000000-0000-4000-9000-0000000000${10 + n}`,
        file_name: 'tenants.xlsx',
      }),
    );
    const { id } = await db().selectFrom('tenancy').select('id').where('import_id', '=', sheet.id).executeTakeFirstOrThrow();
    const [sent] = (await listSentNotifications(testServices, 'tenancy.terms_asked')).filter(({ key }) => key.includes(`:${id}:`));
    return { id, unit, sent, token: (sent?.page ?? '').replace('/tenancy_terms/', '') };
  };
  const look = (token: string) => tenancy.readTerms(createTestCtx(testServices, null), { token });
  const answer = (token: string, said: 'confirm' | 'not_me') =>
    testServices.database.db
      .transaction()
      .execute((tx) => tenancy.answerTerms({ ...createTestCtx(testServices, null), db: tx }, { token, answer: said }));
  /** Runs the job that bills the arrears of imports. */
  const invoices = async (id: number) => {
    const bills = buildScheduledJobs(testServices).find(({ name }) => name === 'invoice.issue');
    await bills?.run(testServices.database.db);
    return (await db().selectFrom('invoice').select('once_key').where('tenancy_id', '=', id).execute()).map((one) => one.once_key);
  };
  const statusOf = async (id: number) => (await db().selectFrom('tenancy').select('status').where('id', '=', id).executeTakeFirstOrThrow()).status;

  test('is sent a link with the terms, and is billed only after they confirm', async () => {
    const { id, unit, token, sent } = await bring({ phone: '0713 777 001' });
    expect(sent?.to).toMatchObject({ phone: '+254713777001' });
    await setTestDay(addDays(startDay, 2));
    expect([await statusOf(id), await invoices(id)]).toEqual(['pending', []]);
    const shown = await look(token);
    expect(shown).toMatchObject({ rent_cents: 2_500_000, deposit_cents: 2_500_000, balance_cents: 7_700_000, until: addDays(startDay, 7) });
    expect(shown.company.length).toBeGreaterThan(1);
    await expect(look(tamperKey(token))).rejects.toMatchObject({ failure: 'notFound' });
    await answer(token, 'confirm');
    expect([await statusOf(id), await readUnitStatus(unit)]).toEqual(['active', 'occupied']);
    expect(await invoices(id)).toContain(`opening:${id}`);
    await expect(answer(token, 'confirm')).rejects.toMatchObject({ failure: 'notFound' });
  });

  test('who objects is never billed, and the company is notified', async () => {
    const { id, unit, token } = await bring({ email: 'stranger@example.com' });
    await answer(token, 'not_me');
    expect([await statusOf(id), await readUnitStatus(unit)]).toEqual(['terminate', 'vacant']);
    expect(await countQueuedNotifications('tenancy.terms_declined', id)).toBe(1);
    expect(await countQueuedNotifications('tenancy.terminated', id)).toBe(0);
    await setTestDay(addDays(startDay, 8));
    await tenancy.tenancyJobs.find(({ name }) => name === 'tenancy.offers')?.run(testServices.database.db);
    expect(await invoices(id)).toEqual([]);
    await expect(look(token)).rejects.toMatchObject({ failure: 'notFound' });
  });

  test('who does not answer is billed after seven days', async () => {
    const { id } = await bring({ phone: '0713 777 003' });
    const run = () => tenancy.tenancyJobs.find(({ name }) => name === 'tenancy.offers')?.run(testServices.database.db);
    await setTestDay(addDays(startDay, 6));
    await run();
    expect([await statusOf(id), await invoices(id)]).toEqual(['pending', []]);
    await setTestDay(addDays(startDay, 7));
    await run();
    expect(await statusOf(id)).toBe('active');
    expect(await invoices(id)).toContain(`opening:${id}`);
  });
});
