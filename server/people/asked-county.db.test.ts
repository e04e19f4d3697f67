import { expect, test } from 'vitest';
import { freshHouse } from '#test/db.ts';
import { ctxOf, somebody } from '#test/world.ts';
import * as people from './service.ts';

test('the county a dealer asked for is told beside the one they were given', async () => {
  const house = await freshHouse();
  const [admin, dealer] = [await somebody(house, 'admin'), await somebody(house, 'dealer')];
  const details = () => people.reading('dealer').details(ctxOf(house, admin), { id: dealer.id });
  expect(await details()).toMatchObject({ region: null, asked_region: null });
  await people.saveProfile(house.database.db, { person_id: dealer.id, kind: 'dealer', details: JSON.stringify({ region: '042' }) });
  expect(await details()).toMatchObject({ region: null, asked_region: { code: '042', name: 'Kisumu' } });
});
