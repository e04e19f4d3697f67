import { expect, test } from 'vitest';
import { createTestServices } from '#test/db.ts';
import { createPerson, createTestCtx } from '#test/people.ts';
import * as people from './service.ts';

test('person details: show both the county that a dealer requested and the assigned county', async () => {
  const services = await createTestServices();
  const [admin, dealer] = [await createPerson(services, 'admin'), await createPerson(services, 'dealer')];
  const details = () => people.peopleReadHandlers('dealer').details(createTestCtx(services, admin), { id: dealer.id });
  expect(await details()).toMatchObject({ region: null, asked_region: null });
  await people.saveAccountProfile(services.database.db, { person_id: dealer.id, kind: 'dealer', details: JSON.stringify({ region: '042' }) });
  expect(await details()).toMatchObject({ region: null, asked_region: { code: '042', name: 'Kisumu' } });
});
