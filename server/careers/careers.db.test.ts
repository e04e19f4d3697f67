import { beforeAll, expect, test } from 'vitest';
import { asClock } from '#server/kernel/ctx.ts';
import type { TestServices } from '#test/db.ts';
import { createTestServices } from '#test/db.ts';
import { createPerson, createTestCtx, runAsPerson, type TestPerson } from '#test/people.ts';
import { careersService, closeExpiredVacancies, createVacancy, listJobOpenings, moveVacancy, removeVacancy, updateVacancy } from './service.ts';

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
  runAsPerson(services, null, (ctx) =>
    careersService(services).apply(ctx, { vacancy_id, name: 'Kioko', phone: '0712345678', email: '', letter: '', file: pdf }),
  );

test('job vacancy: is public only from publication to its closing date', async () => {
  const job = await runAsPerson(services, admin, (ctx) => createVacancy(ctx, text));
  expect(await shown()).not.toContain(job.id);
  await expect(applying(job.id)).rejects.toMatchObject({ failure: 'notFound' });
  await runAsPerson(services, admin, (ctx) => moveVacancy(ctx, { id: job.id, move: 'publish' }));
  expect(await shown()).toContain(job.id);
  await services.database.db.updateTable('vacancy').set({ closes_on: '2020-01-01' }).where('id', '=', job.id).execute();
  expect(await shown()).not.toContain(job.id);
  expect(await services.database.db.transaction().execute((tx) => closeExpiredVacancies(asClock(tx)))).toBe(1);
  expect(await services.database.db.transaction().execute((tx) => closeExpiredVacancies(asClock(tx)))).toBe(0);
});

test('job vacancy: cannot be deleted after the first application, and limits applications per IP address', async () => {
  const job = await runAsPerson(services, admin, (ctx) => createVacancy(ctx, text));
  await runAsPerson(services, admin, (ctx) => moveVacancy(ctx, { id: job.id, move: 'publish' }));
  await services.database.db.deleteFrom('throttle').execute();
  for (let n = 0; n < 5; n++) await applying(job.id);
  await expect(applying(job.id)).rejects.toMatchObject({ failure: 'tooMany' });
  await expect(runAsPerson(services, admin, (ctx) => removeVacancy(ctx, { id: job.id }))).rejects.toMatchObject({ failure: 'conflict' });
});

test('job vacancy: a closing date in the past is rejected for a new vacancy, and an expired vacancy can be edited', async () => {
  const past = { ...text, closes_on: '2020-01-01' };
  await expect(runAsPerson(services, admin, (ctx) => createVacancy(ctx, past))).rejects.toMatchObject({
    failure: 'invalid',
    extra: { fields: { closes_on: expect.any(String) } },
  });
  const job = await runAsPerson(services, admin, (ctx) => createVacancy(ctx, text));
  await services.database.db.updateTable('vacancy').set({ closes_on: '2020-01-01' }).where('id', '=', job.id).execute();
  await runAsPerson(services, admin, (ctx) => updateVacancy(ctx, { ...past, id: job.id, revision: job.revision, title: 'Another title' }));
});
