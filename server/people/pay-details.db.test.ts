import { expect, test } from 'vitest';
import { createTestServices } from '#test/db.ts';
import { createPerson, createTestCtx, type TestPerson } from '#test/people.ts';
import * as people from './service.ts';

test('payment details of a company: are visible to the company and Makao, but not to a connected company', async () => {
  const services = await createTestServices();
  const [payee, owner, admin] = [await createPerson(services, 'agent'), await createPerson(services, 'owner'), await createPerson(services, 'admin')];
  const paid = { pay_paybill: '522533', pay_till: '5204417', pay_bank: 'KCB, 1203344556' };
  await services.database.db
    .updateTable('company')
    .set(paid)
    .where('id', '=', payee.me.companyId ?? 0)
    .execute();
  await people.connectPersonToCompany(services.database.db, owner.me.companyId ?? 0, payee.id);
  const read = async (by: TestPerson) =>
    (await people.peopleReadHandlers('agent').details(createTestCtx(services, by), { id: payee.id })).company_details;
  for (const by of [payee, admin]) expect(await read(by)).toMatchObject(paid);
  expect(await read(owner)).toMatchObject({ name: expect.any(String), pay_paybill: null, pay_till: null, pay_bank: null });
});
