import { expect, test } from 'vitest';
import { acceptPeopleChange, changePeople } from '#server/tenancy/service.ts';
import {
  ashaInput,
  ashaUser,
  createActiveTenancy,
  newTenantInput,
  readTenancy,
  runAs,
  setUpTenancyTests,
  startDay,
  testPlace,
  testServices,
} from '#test/fixtures/tenancies.ts';

setUpTenancyTests();

test("lease addendum: a co-tenant's move-out creates one draft for a signed lease and none without a signed lease", async () => {
  const { db } = testServices.database;
  const made = async () =>
    createActiveTenancy({
      people: [
        { ...ashaInput(), role: 'lead', shareBp: 5_000 },
        { ...newTenantInput(), role: 'co_tenant', shareBp: 5_000 },
      ],
    });
  const leaves = async (id: number) => {
    const [lead] = (await readTenancy(id)).people;
    const people = [{ tenant_id: lead?.tenant_id ?? 0, role: 'lead' as const, share_bp: 10_000 }];
    const { people_ask } = await runAs(testPlace.owner, (ctx) => changePeople(ctx, { id, from: startDay, people, reason: 'moved to Kisumu' }));
    // Asha pays a larger share, so she is asked.
    if (people_ask) await runAs(ashaUser, (ctx) => acceptPeopleChange(ctx, { id, version: people_ask.version }));
  };
  const kinds = async (tenancyId: number) =>
    (await db.selectFrom('agreement').select(['kind', 'status']).where('tenancy_id', '=', tenancyId).orderBy('id').execute()).map(
      ({ kind, status }) => `${kind} ${status}`,
    );
  const without = await made();
  await leaves(without.id);
  expect(await kinds(without.id)).toEqual([]);
  const { id } = await made();
  const template = await db.selectFrom('agreement_template').select('id').where('kind', '=', 'lease').orderBy('id').executeTakeFirstOrThrow();
  await db
    .insertInto('agreement')
    .values({
      company_id: testPlace.owner.me.companyId ?? 0,
      property_id: testPlace.property,
      tenancy_id: id,
      template_id: template.id,
      kind: 'lease',
      status: 'fully_signed',
      sealed_sha256: '0'.repeat(64),
      terms: '{}',
      clauses: '[]',
    })
    .execute();
  await leaves(id);
  expect(await kinds(id)).toEqual(['lease fully_signed', 'addendum draft']);
  await leaves(id);
  expect(await kinds(id)).toEqual(['lease fully_signed', 'addendum draft']);
});
