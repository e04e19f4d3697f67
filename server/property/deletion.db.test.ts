import { beforeAll, expect, test } from 'vitest';
import type { Ctx } from '#server/kernel/ctx.ts';
import { createTestServices, type TestServices } from '#test/db.ts';
import { createExampleProperty } from '#test/examples/examples-property.ts';
import { createPerson, createTestCtx, runAsPerson, type TestPerson } from '#test/people.ts';
import * as property from './service.ts';

let services: TestServices;
let owner: TestPerson;
beforeAll(async () => {
  services = await createTestServices();
  owner = await createPerson(services, 'owner');
});

const companyOf = (who: TestPerson): number => who.me.companyId ?? 0;
const act = <T>(who: TestPerson, work: (ctx: Ctx) => Promise<T>) => runAsPerson(services, who, work);
const refused = (failure: string) => expect.objectContaining({ failure });

test('property deletion: only a draft without history can be deleted', async () => {
  const { id } = await createExampleProperty(services, { company_id: companyOf(owner) });
  expect(await act(owner, (ctx) => property.remove(ctx, { id }))).toEqual({ id });
  await expect(property.details(createTestCtx(services, owner), { id })).rejects.toEqual(refused('notFound'));
  const asked = await createExampleProperty(services, { company_id: companyOf(owner) });
  await act(owner, (ctx) => property.requestVerification(ctx, { id: asked.id, note: '' }));
  await act(owner, (ctx) => property.update(ctx, { id: asked.id, address: 'Moved back to a draft' }));
  expect((await property.details(createTestCtx(services, owner), { id: asked.id })).status).toBe('draft');
  await expect(act(owner, (ctx) => property.remove(ctx, { id: asked.id }))).rejects.toEqual(refused('conflict'));
});

test('dashboard property counts: match the property list', async () => {
  const who = await createPerson(services, 'owner');
  expect(await property.readPropertyDashboardFigures(createTestCtx(services, who))).toMatchObject({ properties: 0, units: 0, live: 0 });
  await createExampleProperty(services, { company_id: companyOf(who), units: 3 });
  await createExampleProperty(services, { company_id: companyOf(who), units: 2, status: 'pending_verification' });
  expect(await property.readPropertyDashboardFigures(createTestCtx(services, who))).toMatchObject({
    properties: 2,
    pending: 1,
    unverified: 1,
    units: 5,
    vacant: 5,
    occupied: 0,
  });
});
