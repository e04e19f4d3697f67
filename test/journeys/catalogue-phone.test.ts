import { afterAll, beforeAll, test } from 'vitest';
import { addPictures, createProperty, importMessy, requestVerification, verify } from './catalogue.ts';
import { openStage, type Stage, type Walk } from './stage.ts';

/** How a property comes to be, with one thumb at 360 px, in this order; what becomes of it is walked through on a desktop in catalogue.test.ts. */
let stage: Stage;
let owner: Walk;
let admin: Walk;
beforeAll(async () => {
  stage = await openStage();
  [owner, admin] = [await stage.enter('phone'), await stage.enter('phone')];
  await owner.signIn('owner');
  await admin.signIn('admin');
});
afterAll(() => stage?.close());

const court = { name: 'Mto Court', path: '' };

test('an owner creates a property with forty units by the wizard', async () => {
  court.path = await createProperty(owner, court.name);
});

test('adds three pictures, asks for verification, and an admin verifies it', async () => {
  await addPictures(owner);
  await requestVerification(owner);
  await verify(admin, court.name);
  await admin.done();
});

test('a messy table: columns are named, every error stands by its row, the good rows come in and go again', async () => {
  await importMessy(owner, court.path);
  await owner.done();
});
