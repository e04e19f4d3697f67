import { beforeAll, expect, test } from 'vitest';
import { asClock } from '#server/kernel/ctx.ts';
import type { TestServices } from '#test/db.ts';
import { createTestServices } from '#test/db.ts';
import { createPerson, createTestCtx, inTransaction, type TestPerson } from '#test/people.ts';
import { careersService, closePassedVacancies, createVacancy, listJobOpenings, moveVacancy, removeVacancy, updateVacancy } from './service.ts';

let services: TestServices;
let admin: TestPerson;
beforeAll(async () => {
  services = await createTestServices();
  admin = await createPerson(services, 'admin');
});

const text = {
  title: 'Surveyor',
  department: '',
  place: 'Voi',
  kind: 'contract' as const,
  body: 'Measures plots and draws their beacons.',
  closes_on: null,
};
const shown = async () => (await listJobOpenings(createTestCtx(services, null))).results.map((o) => o.id);
const pdf = { data: Buffer.from('%PDF-1.4\n%%EOF\n'), type: 'pdf' as const, name: 'cv.pdf' };
const applying = (vacancy_id: number) =>
  inTransaction(services, null, (ctx) =>
    careersService(services).apply(ctx, { vacancy_id, name: 'Kioko', phone: '0712345678', email: '', letter: '', file: pdf }),
  );

test('vacancy: is public only from publication to its last day', async () => {
  const job = await inTransaction(services, admin, (ctx) => createVacancy(ctx, text));
  expect(await shown()).not.toContain(job.id);
  await expect(applying(job.id)).rejects.toMatchObject({ failure: 'notFound' });
  await inTransaction(services, admin, (ctx) => moveVacancy(ctx, { id: job.id, move: 'publish' }));
  expect(await shown()).toContain(job.id);
  await services.database.db.updateTable('vacancy').set({ closes_on: '2020-01-01' }).where('id', '=', job.id).execute();
  expect(await shown()).not.toContain(job.id);
  expect(await services.database.db.transaction().execute((tx) => closePassedVacancies(asClock(tx)))).toBe(1);
  expect(await services.database.db.transaction().execute((tx) => closePassedVacancies(asClock(tx)))).toBe(0);
});

test('vacancy: cannot be deleted once it has applications, and limits applications per IP address', async () => {
  const job = await inTransaction(services, admin, (ctx) => createVacancy(ctx, text));
  await inTransaction(services, admin, (ctx) => moveVacancy(ctx, { id: job.id, move: 'publish' }));
  await services.database.db.deleteFrom('throttle').execute();
  for (let n = 0; n < 5; n++) await applying(job.id);
  await expect(applying(job.id)).rejects.toMatchObject({ failure: 'tooMany' });
  await expect(inTransaction(services, admin, (ctx) => removeVacancy(ctx, { id: job.id }))).rejects.toMatchObject({ failure: 'conflict' });
});

test('vacancy: a closing date in the past is rejected for a new vacancy, but an expired vacancy can still be edited', async () => {
  const past = { ...text, closes_on: '2020-01-01' };
  await expect(inTransaction(services, admin, (ctx) => createVacancy(ctx, past))).rejects.toMatchObject({
    failure: 'invalid',
    extra: { fields: { closes_on: expect.any(String) } },
  });
  const job = await inTransaction(services, admin, (ctx) => createVacancy(ctx, text));
  await services.database.db.updateTable('vacancy').set({ closes_on: '2020-01-01' }).where('id', '=', job.id).execute();
  await inTransaction(services, admin, (ctx) => updateVacancy(ctx, { ...past, id: job.id, revision: job.revision, title: 'Another title' }));
});
