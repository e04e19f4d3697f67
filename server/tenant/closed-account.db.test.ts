import { expect, test } from 'vitest';
import { anonymiseDueAccounts } from '#server/identity/closing.ts';
import { setClock } from '#test/clock.ts';
import { createTestServices } from '#test/db.ts';
import { createOwnerWithUnit } from '#test/fixtures/market.ts';
import { createPerson, createTestCtx, runAsPerson, type TestPerson } from '#test/people.ts';
import { tenantHandlers } from './module.ts';
import { findOrCreateTenant } from './service.ts';

const company = (who: TestPerson) => who.me.companyId ?? 0;

test('account closure: removes the name from the tenant record and deletes the notes', async () => {
  const services = await createTestServices();
  const at = await createOwnerWithUnit(services);
  const { db } = services.database;
  const person = await createPerson(services, 'tenant');
  const id = await runAsPerson(services, at.owner, (ctx) =>
    findOrCreateTenant(ctx, company(at.owner), { personId: person.id, name: 'Jelagat', phone: '+254713000001', email: 'j@makao.test' }),
  );
  await runAsPerson(services, at.owner, (ctx) => tenantHandlers.addNote(ctx, { tenant_id: id, text: 'Has a dog' }));
  await db
    .updateTable('person')
    .set({ closed_at: new Date('2026-01-01'), is_active: false })
    .where('id', '=', person.id)
    .execute();
  await setClock(services, '2030-01-01T09:00:00Z');
  await anonymiseDueAccounts(db);
  expect(await tenantHandlers.details(createTestCtx(services, at.owner), { id })).toMatchObject({ name: 'Closed account', phone: null, email: null });
  expect((await tenantHandlers.listNotes(createTestCtx(services, at.owner), { tenant_id: id, page: 1, page_size: 10 })).count).toBe(0);
});
