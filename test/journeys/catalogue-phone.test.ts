import { afterAll, beforeAll, test } from 'vitest';
import { addPictures, createProperty, findAndOpen, importMessy, mergeAmenities, publish, requestVerification, verify } from './catalogue.ts';
import { openStage, type Stage, type Walk } from './stage.ts';

/** The catalogue with one thumb at 360 px, in this order; its twin on a desktop is catalogue.test.ts. */
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

test('adds three pictures, asks for verification, an admin verifies it; all vacant two-bedroom units are published and found', async () => {
  await addPictures(owner);
  await requestVerification(owner);
  await verify(admin, court.name);
  await publish(owner, court.path);
  const stranger = await stage.enter();
  await findAndOpen(stranger, court.name);
  await stranger.done();
});

test('a messy table: columns are named, every error stands by its row, the good rows come in and go again', async () => {
  await importMessy(owner, court.path);
  await owner.done();
});

test('an admin merges two amenities: what moves is said before, and the merged one is gone from list and filters', async () => {
  await mergeAmenities(stage, admin);
  await admin.done();
});
