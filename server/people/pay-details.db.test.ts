import { expect, test } from 'vitest';
import { freshHouse } from '#test/db.ts';
import { ctxOf, type Somebody, somebody } from '#test/world.ts';
import * as people from './service.ts';

test('how a company is paid is said to itself and to the platform, not to those connected to it', async () => {
  const house = await freshHouse();
  const [payee, owner, admin] = [await somebody(house, 'agent'), await somebody(house, 'owner'), await somebody(house, 'admin')];
  const paid = { pay_paybill: '522533', pay_till: '5204417', pay_bank: 'KCB, 1203344556' };
  await house.database.db
    .updateTable('company')
    .set(paid)
    .where('id', '=', payee.me.companyId ?? 0)
    .execute();
  await people.connect(house.database.db, owner.me.companyId ?? 0, payee.id);
  const read = async (by: Somebody) => (await people.reading('agent').details(ctxOf(house, by), { id: payee.id })).company_details;
  for (const by of [payee, admin]) expect(await read(by)).toMatchObject(paid);
  expect(await read(owner)).toMatchObject({ name: expect.any(String), pay_paybill: null, pay_till: null, pay_bank: null });
});
