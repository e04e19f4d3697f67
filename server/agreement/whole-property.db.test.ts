import { expect, test } from 'vitest';
import { agreementCalls } from '#contract/agreement/calls.ts';
import { clock } from '#contract/time/clock.ts';
import { createTestServices } from '#test/db.ts';
import { createOwnerWithUnit } from '#test/fixtures/market.ts';
import { createAgreementDriver, makeUnusedPhone } from '#test/fixtures/signers.ts';
import { listSentNotifications } from '#test/jobs.ts';

test('whole-property lease: names every unit to its signatories, and cannot be sent while a unit is frozen', async () => {
  const services = await createTestServices();
  const home = await createOwnerWithUnit(services);
  const { db } = services.database;
  await db.updateTable('person').set({ phone: makeUnusedPhone(), phone_proved_at: clock.now() }).where('id', '=', home.owner.id).execute();
  const by = createAgreementDriver(services, home);
  const { id } = await by.drafted({ whole: true });
  const stall = (status: 'stall' | 'ordered') => db.updateTable('unit').set({ status }).where('id', '=', home.unit).execute();
  await stall('stall');
  await expect(by.ask(agreementCalls.send, home.owner, { id })).rejects.toMatchObject({ failure: 'conflict' });
  await stall('ordered');
  await by.ask(agreementCalls.send, home.owner, { id });
  const units = await db.selectFrom('unit').select('name').where('property_id', '=', home.property).orderBy('id').execute();
  const names = units.map(({ name }) => name).join(', ');
  expect(units).toHaveLength(2);
  expect((await by.full(id)).unit).toBe(names);
  expect((await by.opened(await by.lastToken(id))).unit).toBe(names);
  // Emails and SMS name the whole property, not one of its units.
  const { name } = await db.selectFrom('property').select('name').where('id', '=', home.property).executeTakeFirstOrThrow();
  const homes = (await listSentNotifications(services)).filter(({ event }) => event.startsWith('contract.')).map(({ params }) => params.home);
  expect(homes.length).toBeGreaterThan(0);
  expect(new Set(homes)).toEqual(new Set([name]));
});
