import { afterAll, beforeAll, test } from 'vitest';
import { addPictures, createProperty, importUnitsWithErrors, requestVerification, verifyProperty } from './catalogue.ts';
import { type JourneyEnvironment, type JourneySession, openJourneyEnvironment } from './stage.ts';

/** How a property is created, with one thumb at 360 px, in this order. catalogue.test.ts continues on a desktop. */
let stage: JourneyEnvironment;
let owner: JourneySession;
let admin: JourneySession;
beforeAll(async () => {
  stage = await openJourneyEnvironment();
  [owner, admin] = [await stage.enter('phone'), await stage.enter('phone')];
  await owner.signIn('owner');
  await admin.signIn('admin');
});
afterAll(() => stage?.close());

const court = { name: 'Mto Court', path: '' };

test('property wizard: an owner creates a property with 40 units', async () => {
  court.path = await createProperty(owner, court.name);
});

test('verification: an owner adds three pictures and requests verification, and an admin verifies the property', async () => {
  await addPictures(owner);
  await requestVerification(owner);
  await verifyProperty(admin, court.name);
  await admin.done();
});

test('unit import: a table with errors imports its correct rows, and the import can be undone', async () => {
  await importUnitsWithErrors(owner, court.path);
  await owner.done();
});
