import { beforeAll, expect, test } from 'vitest';
import { createTestServices, type TestServices } from '#test/db.ts';
import { listSentNotifications } from '#test/jobs.ts';
import { createPerson, createTestCtx, makeAccountsEstablished, runAsPerson, type TestPerson } from '#test/people.ts';
import { decideMoneyMode, listMoneyModes, readMoneyMode, requestMoneyMode } from './service.ts';

let services: TestServices;
let one: TestPerson;
let two: TestPerson;
let fresh: TestPerson;
beforeAll(async () => {
  services = await createTestServices();
  [one, two, fresh] = [
    await createPerson(services, 'superadmin'),
    await createPerson(services, 'superadmin'),
    await createPerson(services, 'superadmin'),
  ];
  await makeAccountsEstablished(services, one, two);
});
const as = <T>(who: TestPerson, work: Parameters<typeof runAsPerson<T>>[2]) => runAsPerson(services, who, work);
const ask = (company_id: number, mode: 'trust' | 'record', by = one) =>
  as(by, (ctx) => requestMoneyMode(ctx, { company_id, mode, reason: 'They asked for it' }));
const decide = (company_id: number, agree: boolean, by = two) => as(by, (ctx) => decideMoneyMode(ctx, { company_id, agree }));

test('collection mode: starting or ending trust mode requires a second approver, and a recently created account cannot approve', async () => {
  const company = (await createPerson(services, 'owner')).me.companyId ?? 0;
  const mode = () => readMoneyMode(services.database.db, company);
  expect(await ask(company, 'trust')).toMatchObject({ mode: 'record', asked: { mode: 'trust', own: true } });
  expect(await mode()).toBe('record');
  const heard = (await listSentNotifications(services, 'ledger.mode_asked')).map(({ to }) => to.personId);
  expect(heard).toEqual(expect.arrayContaining([two.id, fresh.id]));
  expect(heard).not.toContain(one.id);
  const by = await services.database.db.selectFrom('person').select('name').where('id', '=', one.id).executeTakeFirstOrThrow();
  expect((await listSentNotifications(services, 'ledger.mode_asked'))[0]?.params).toMatchObject({ by: by.name });
  await expect(decide(company, true, one)).rejects.toMatchObject({ failure: 'forbidden' });
  await expect(decide(company, true, fresh)).rejects.toMatchObject({ failure: 'forbidden' });
  expect(await decide(company, true)).toMatchObject({ mode: 'trust', asked: null, reason: 'They asked for it' });
  expect(await mode()).toBe('trust');
  await expect(decide(company, true)).rejects.toMatchObject({ failure: 'conflict' });
  await expect(ask(company, 'trust')).rejects.toMatchObject({ failure: 'conflict' });

  // Ending trust mode needs two people as well; the requester may withdraw the request.
  await ask(company, 'record', two);
  expect(await decide(company, false, two)).toMatchObject({ mode: 'trust', asked: null });
  expect(await mode()).toBe('trust');
  const listed = await listMoneyModes(createTestCtx(services, one), { page: 1, page_size: 50 });
  expect(listed.results.find(({ id }) => id === company)).toMatchObject({ mode: 'trust', asked: null });
});
