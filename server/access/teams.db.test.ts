import { beforeAll, describe, expect, test } from 'vitest';
import { userTypes } from '#contract/kernel/roles.ts';
import { addPerson } from '#server/identity/people.ts';
import { invitationService } from '#server/invitation/service.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { visibleTo } from '#server/kernel/scope.ts';
import { setTeams } from '#server/property/service.ts';
import type { TestServices } from '#test/db.ts';
import { createTestServices } from '#test/db.ts';
import { addProperty } from '#test/fixtures/market.ts';
import { createPerson, createTestCtx, reloadTestPerson, runAsPerson, type TestPerson, testPassword } from '#test/people.ts';
import * as access from './service.ts';

let services: TestServices;
let n = 0;
beforeAll(async () => {
  services = await createTestServices();
});

const rights = ['property.read', 'teams.read', 'teams.edit', 'teams.delete', 'staff.read', 'staff.edit', 'staff.create', 'invites.create'];
async function hire(owner: TestPerson): Promise<TestPerson & { roleId: number }> {
  const { db } = services.database;
  const { companyId } = owner.me;
  const values = { company_id: companyId, name: `Role ${++n}`, grants: rights };
  const role = await db.insertInto('staff_role').values(values).returning('id').executeTakeFirstOrThrow();
  const email = `team${n}@makao.test`;
  const person = { name: `Hired ${n}`, email, password: testPassword, userType: userTypes.staff, companyId, staffRoleId: role.id };
  const id = await addPerson(services.auth, db, person);
  return reloadTestPerson(services, { id, email, roleId: role.id });
}
const as = <T>(who: TestPerson, work: (ctx: Ctx) => Promise<T>) => runAsPerson(services, who, work);
const seenBy = async (who: TestPerson) =>
  (
    await services.database.db
      .selectFrom('property')
      .select('property.id')
      .where(visibleTo('property', (await reloadTestPerson(services, who)).me))
      .orderBy('property.id')
      .execute()
  ).map((row) => row.id);

async function firm() {
  const owner = await createPerson(services, 'owner');
  const homes = [await addProperty(services, owner.me.companyId ?? 0), await addProperty(services, owner.me.companyId ?? 0)] as const;
  const [member, free] = [await hire(owner), await hire(owner)];
  const given = { name: `Team ${++n}`, lead_id: null, member_ids: [member.id], limited: true, property_ids: [homes[0]] };
  const team = await as(owner, (ctx) => access.teamCreate(ctx, given));
  return { owner, homes, member, free, team };
}

describe('team limited to selected properties', () => {
  test("members see only the team's properties, and staff without a team see all properties", async () => {
    const { homes, member, free, team } = await firm();
    expect(team).toMatchObject({ limited: true, properties: [{ id: homes[0] }] });
    expect(await seenBy(member)).toEqual([homes[0]]);
    expect(await seenBy(free)).toEqual([...homes]);
  });

  test('members see no property after the last property is removed from the team', async () => {
    const { owner, homes, member, team } = await firm();
    await as(owner, (ctx) => setTeams(ctx, { id: homes[0], team_ids: [] }));
    expect(await seenBy(member)).toEqual([]);
    await as(owner, (ctx) => access.teamUpdate(ctx, { id: team.id, limited: false }));
    expect(await seenBy(member)).toEqual([...homes]);
  });

  test('a team without a limit becomes limited to the property it is assigned on the property page', async () => {
    const { owner, homes, free } = await firm();
    const given = { name: `Team ${++n}`, lead_id: null, member_ids: [free.id], limited: false, property_ids: [] };
    const team = await as(owner, (ctx) => access.teamCreate(ctx, given));
    expect(await seenBy(free)).toEqual([...homes]);
    await as(owner, (ctx) => setTeams(ctx, { id: homes[1], team_ids: [team.id] }));
    expect(await seenBy(free)).toEqual([homes[1]]);
  });

  test('permission explainer and list of permitted people deny a member access to a property outside the team', async () => {
    const { owner, homes, member, free } = await firm();
    const ctx = createTestCtx(services, owner);
    const asked = { document: 'property', action: 'read' } as const;
    const why = (property_id: number) => access.explain(ctx, { person_id: member.id, ...asked, property_id });
    expect((await why(homes[0])).allowed).toBe(true);
    expect((await why(homes[1])).chain.at(-1)).toMatchObject({ link: 'property', ok: false });
    const { results } = await access.whoMay(ctx, { page: 1, page_size: 100, ...asked, property_id: homes[1] });
    expect(Object.fromEntries(results.map((one) => [one.id, one.allowed]))).toEqual({ [owner.id]: true, [member.id]: false, [free.id]: true });
    const other = await firm();
    await expect(why(other.homes[0])).rejects.toMatchObject({ failure: 'notFound' });
  });

  test('rejects a property of another company', async () => {
    const { owner, team } = await firm();
    const other = await firm();
    await expect(as(owner, (ctx) => access.teamUpdate(ctx, { id: team.id, property_ids: [other.homes[0]] }))).rejects.toMatchObject({
      failure: 'invalid',
      extra: { fields: { property_ids: expect.any(String) } },
    });
  });
});

describe('members of a team limited to selected properties', () => {
  const forbidden = { failure: 'forbidden' };
  test('cannot remove their own limit by leaving, widening or deleting the team, or on the property page', async () => {
    const { homes, member, team } = await firm();
    for (const change of [{ member_ids: [] }, { limited: false }, { property_ids: [...homes] }])
      await expect(as(member, (ctx) => access.teamUpdate(ctx, { id: team.id, ...change }))).rejects.toMatchObject(forbidden);
    await expect(as(member, (ctx) => access.teamDelete(ctx, { id: team.id }))).rejects.toMatchObject(forbidden);
    await expect(as(member, (ctx) => setTeams(ctx, { id: homes[0], team_ids: [] }))).rejects.toMatchObject(forbidden);
    expect(await seenBy(member)).toEqual([homes[0]]);
    expect((await access.teamDetails(createTestCtx(services, await reloadTestPerson(services, member)), { id: team.id })).may).toEqual({
      edit: true,
      limit: false,
      delete: false,
    });
    expect((await as(member, (ctx) => access.teamUpdate(ctx, { id: team.id, name: 'Renamed' }))).name).toBe('Renamed');
  });

  test('cannot remove the limit of a colleague, or invite staff without a limit', async () => {
    const { owner, member, free, team } = await firm();
    await as(owner, (ctx) => access.teamUpdate(ctx, { id: team.id, member_ids: [member.id, free.id] }));
    await expect(as(member, (ctx) => access.staffUpdate(ctx, { id: free.id, team_ids: [] }))).rejects.toMatchObject(forbidden);
    const invite = (given: object) =>
      as(member, (ctx) =>
        invitationService(services).send(ctx, {
          kind: 'staff',
          email: `new${++n}@x.test`,
          role_id: member.roleId,
          message: '',
          locale: 'en',
          ...given,
        }),
      );
    await expect(invite({})).rejects.toMatchObject({ failure: 'invalid', extra: { fields: { team_id: expect.any(String) } } });
    expect((await invite({ team_id: team.id })).team).toBe(team.name);
  });
});

test('team: the second of two concurrent editors gets a conflict with the current team', async () => {
  const { owner, team } = await firm();
  await as(owner, (ctx) => access.teamUpdate(ctx, { id: team.id, name: 'First', revision: team.revision }));
  await expect(as(owner, (ctx) => access.teamUpdate(ctx, { id: team.id, name: 'Second', revision: team.revision }))).rejects.toMatchObject({
    failure: 'conflict',
    extra: { current: { name: 'First', revision: team.revision + 1 } },
  });
});
