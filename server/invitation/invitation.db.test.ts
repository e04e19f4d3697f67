import { beforeAll, describe, expect, test } from 'vitest';
import type { InvitationMandateTerms } from '#contract/access/mandate-shapes.ts';
import { userTypes } from '#contract/kernel/roles.ts';
import { addPerson } from '#server/identity/people.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import type { TestServices } from '#test/db.ts';
import { createTestServices } from '#test/db.ts';
import { listSentNotifications } from '#test/jobs.ts';
import { createPerson, createTestCtx, runAsPerson, type TestPerson, testPassword } from '#test/people.ts';
import { closeExpiredInvitations, invitationService } from './service.ts';

let services: TestServices;
let invitations: ReturnType<typeof invitationService>;
let owner: TestPerson;
let roleId: number;
let n = 0;

beforeAll(async () => {
  services = await createTestServices();
  invitations = invitationService(services);
  owner = await createPerson(services, 'owner');
  roleId = (
    await services.database.db
      .insertInto('staff_role')
      .values({ company_id: owner.me.companyId, name: 'Caretaker', grants: ['dashboard.read'] })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id;
});

const act = <T>(who: TestPerson, work: (ctx: Ctx) => Promise<T>) => runAsPerson(services, who, work);
const invite = (
  given: { kind?: 'staff' | 'agent' | 'tenant'; email?: string; phone?: string; mandate?: InvitationMandateTerms } = {},
  who = owner,
) => {
  const { kind = 'staff', ...to } = { ...(given.email || given.phone ? {} : { email: `asked${++n}@makao.test` }), ...given };
  return act(who, (ctx) => invitations.send(ctx, { kind, message: '', locale: 'en', ...to, ...(kind === 'staff' ? { role_id: roleId } : {}) }));
};
/** The key from the newest message of an invitation. */
async function keyOf(id: number): Promise<{ invite_key: string; invite_id: number }> {
  const page = (await listSentNotifications(services))
    .map((one) => one.page ?? '')
    .findLast((one) => one.startsWith('/auth/invitation/') && one.endsWith(`/${id}`));
  return { invite_key: page?.split('/')[3] ?? '', invite_id: id };
}
async function newcomer(email = `new${++n}@makao.test`, phone?: string): Promise<TestPerson> {
  const id = await addPerson(services.auth, services.database.db, {
    name: `New ${n}`,
    email,
    password: testPassword,
    userType: userTypes.default,
    onboarding: true,
    ...(phone ? { phone } : {}),
  });
  if (phone) await services.database.db.updateTable('person').set({ phone_proved_at: new Date() }).where('id', '=', id).execute();
  return { id, email, me: { ...(await createPerson(services, 'default')).me, userId: id } };
}
const accept = async (who: TestPerson, id: number, company = '') => {
  const key = await keyOf(id);
  return act(who, (ctx) => invitations.accept(ctx, { ...key, company, agreed: [] }));
};
const personNow = (id: number) =>
  services.database.db
    .selectFrom('person')
    .select(['user_type', 'company_id', 'staff_role_id', 'onboarding', 'phone'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();

describe('invitation: acceptance', () => {
  test('makes a new user a staff member with the offered role, notifies the inviter, and is possible only once', async () => {
    const { id } = await invite({ email: 'wanjiru@makao.test' });
    const who = await newcomer('wanjiru@makao.test');
    expect(await invitations.findByKey(createTestCtx(services, who), await keyOf(id))).toMatchObject({
      state: 'open',
      role: 'Caretaker',
      misfit: null,
      sent_to: 'wa•••@makao.test',
    });
    expect(await accept(who, id)).toEqual({ user_type: userTypes.staff, layout: 'owner' });
    expect(await personNow(who.id)).toEqual({
      user_type: userTypes.staff,
      company_id: owner.me.companyId,
      staff_role_id: roleId,
      onboarding: false,
      phone: null,
    });
    expect((await listSentNotifications(services)).at(-1)).toMatchObject({ event: 'invite.accepted', to: { personId: owner.id } });
    await expect(accept(who, id)).rejects.toMatchObject({ failure: 'gone', extra: { state: 'used' } });
    expect(
      await services.database.db.selectFrom('move_log').select('move').where('subject', '=', 'invitation').where('subject_id', '=', id).execute(),
    ).toEqual([{ move: 'accept' }]);
  });

  test('succeeds for only one of two people who accept concurrently', async () => {
    const { id } = await invite({ email: 'either@makao.test', phone: '0712000111' });
    const both = [await newcomer('either@makao.test'), await newcomer(undefined, '+254712000111')];
    const ends = await Promise.allSettled(both.map((who) => accept(who, id)));
    expect(ends.map((end) => end.status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(ends.find((end) => end.status === 'rejected')).toMatchObject({ reason: { failure: 'gone' } });
    const now = await Promise.all(both.map((who) => personNow(who.id)));
    expect(now.filter((p) => p.user_type === userTypes.staff)).toHaveLength(1);
  });

  test('is refused for another email address, another user type and an unverified phone number, with a different reason for each', async () => {
    const { id } = await invite();
    await expect(accept(await newcomer(), id)).rejects.toMatchObject({ failure: 'forbidden', extra: { misfit: 'other_address' } });
    const other = await createPerson(services, 'owner');
    const toOwner = await invite({ email: other.email });
    await expect(accept(other, toOwner.id)).rejects.toMatchObject({ failure: 'forbidden', extra: { misfit: 'wrong_type' } });
    const phone = await invite({ phone: '+254712000222' });
    await expect(accept(await newcomer(undefined, '+254733000000'), phone.id)).rejects.toMatchObject({ extra: { misfit: 'other_address' } });
    // A forwarded link does not prove a phone, nor does a typed number.
    await expect(accept(await newcomer(), phone.id)).rejects.toMatchObject({ failure: 'forbidden', extra: { misfit: 'unproved' } });
    const typed = await newcomer(undefined, '+254712000222');
    await services.database.db.updateTable('person').set({ phone_proved_at: null }).where('id', '=', typed.id).execute();
    await expect(accept(typed, phone.id)).rejects.toMatchObject({ failure: 'forbidden', extra: { misfit: 'unproved' } });
  });

  test('gives an agent one mandate of the owner, and a second invitation is refused', async () => {
    const agent = await createPerson(services, 'agent');
    const mandate = { scope: 'full_management' as const, all_properties: true, property_ids: [], ends_on: null, commission_bp: null };
    const { id } = await invite({ kind: 'agent', email: agent.email, mandate });
    await accept(agent, id);
    const mandates = await services.database.db
      .selectFrom('mandate')
      .select('grants')
      .where('owner_company_id', '=', owner.me.companyId)
      .where('agent_company_id', '=', agent.me.companyId)
      .execute();
    expect(mandates).toHaveLength(1);
    expect(mandates[0]?.grants).toContain('property.read');
    const second = await invite({ kind: 'agent', email: agent.email });
    await expect(accept(agent, second.id)).rejects.toMatchObject({ failure: 'conflict', extra: { misfit: 'already' } });
  });

  test('a poster code can be accepted by several people up to its limit, and each acceptance is recorded', async () => {
    const poster = await act(owner, (ctx) => invitations.createPoster(ctx, { kind: 'tenant', max_uses: 2, message: '' }));
    const use = (who: TestPerson) =>
      act(who, (ctx) => invitations.accept(ctx, { invite_key: poster.short_code ?? '', invite_id: poster.id, company: '', agreed: [] }));
    const people = [await newcomer(), await newcomer(), await newcomer()];
    const ends = await Promise.allSettled(people.map(use));
    expect(ends.filter((end) => end.status === 'fulfilled')).toHaveLength(2);
    expect(await invitations.details(createTestCtx(services, owner), { id: poster.id })).toMatchObject({ status: 'closed', uses: 2 });
    expect(await services.database.db.selectFrom('invitation').select('status').where('parent_id', '=', poster.id).execute()).toEqual([
      { status: 'accepted' },
      { status: 'accepted' },
    ]);
    expect(
      await invitations.findByShortCode(createTestCtx(services, null), { short_code: (poster.short_code ?? '').toLowerCase().replace('-', ' ') }),
    ).toEqual({
      page: `/auth/invitation/${poster.short_code}/${poster.id}`,
    });
  });

  test('does not grant permissions that the inviter has lost since sending', async () => {
    const helper = await createPerson(services, 'staff', ['invites.create', 'staff.create', 'dashboard.read', 'tours.read']);
    const role = await services.database.db
      .insertInto('staff_role')
      .values({ company_id: helper.me.companyId, name: 'Guide', grants: ['tours.read'] })
      .returning('id')
      .executeTakeFirstOrThrow();
    const sent = await act(helper, (ctx) =>
      invitations.send(ctx, { kind: 'staff', email: 'guide@makao.test', role_id: role.id, message: '', locale: 'en' }),
    );
    await expect(
      act(helper, (ctx) => invitations.send(ctx, { kind: 'staff', email: 'x@makao.test', role_id: roleId, message: '', locale: 'en' })),
    ).rejects.toMatchObject({ failure: 'notFound' });
    await services.database.db
      .updateTable('staff_role')
      .set({ grants: ['tours.read', 'payments.edit'] })
      .where('id', '=', role.id)
      .execute();
    await expect(accept(await newcomer('guide@makao.test'), sent.id)).rejects.toMatchObject({ failure: 'gone' });
  });
});

describe('invitation: keys', () => {
  test('resending an invitation creates a new key and invalidates the old key, at most three times a day', async () => {
    const { id } = await invite();
    const old = await keyOf(id);
    for (const sends of [2, 3, 4]) expect((await act(owner, (ctx) => invitations.resend(ctx, { id }))).sends).toBe(sends);
    await expect(act(owner, (ctx) => invitations.resend(ctx, { id }))).rejects.toMatchObject({ failure: 'tooMany' });
    await expect(invitations.findByKey(createTestCtx(services, null), old)).rejects.toMatchObject({ failure: 'notFound' });
    expect((await invitations.findByKey(createTestCtx(services, null), await keyOf(id))).misfit).toBe('signed_out');
  });

  test('a withdrawn or expired invitation is reported with that state, and attempts to guess keys are rate limited', async () => {
    const [gone, late] = [await invite(), await invite()];
    await act(owner, (ctx) => invitations.revoke(ctx, { id: gone.id }));
    await services.database.db
      .updateTable('invitation')
      .set({ expires_at: new Date(Date.now() - 1000) })
      .where('id', '=', late.id)
      .execute();
    const state = async (id: number) => (await invitations.findByKey(createTestCtx(services, null), await keyOf(id))).state;
    expect([await state(gone.id), await state(late.id)]).toEqual(['revoked', 'expired']);
    expect(await closeExpiredInvitations(services.database.db)).toBe(1);
    expect((await invitations.details(createTestCtx(services, owner), { id: late.id })).status).toBe('closed');
    await expect(act(owner, (ctx) => invitations.revoke(ctx, { id: late.id }))).rejects.toMatchObject({ failure: 'wrongState' });
    const guess = () =>
      invitations
        .findByKey(createTestCtx(services, null), { invite_key: 'x'.repeat(43), invite_id: gone.id })
        .catch((problem: { failure: string }) => problem.failure);
    const answers = [];
    for (let at = 0; at < 25; at++) answers.push(await guess());
    expect(new Set(answers)).toEqual(new Set(['notFound', 'tooMany']));
    expect(answers.at(-1)).toBe('tooMany');
  });

  test('the stored invitation does not contain the key', async () => {
    const { id } = await invite();
    const { invite_key } = await keyOf(id);
    expect(JSON.stringify(await services.database.db.selectFrom('invitation').selectAll().where('id', '=', id).executeTakeFirst())).not.toContain(
      invite_key,
    );
  });
});

describe('invitation: bulk sending', () => {
  test('sends invitations for the valid lines and names the invalid lines; a dry run sends nothing', async () => {
    const csv =
      'email,phone,role\ngood1@makao.test,,\nnot-an-email,,\n,0712000333,caretaker\ngood1@makao.test,,\nbad@makao.test,12,\nx@makao.test,,Astronaut\n,,caretaker\n';
    const given = { kind: 'staff' as const, csv, role_id: roleId, message: '', locale: 'en' as const };
    const count = async () => (await invitations.list(createTestCtx(services, owner), { page: 1, page_size: 100, sort: '-created_at' })).count;
    const before = await count();
    const checked = await act(owner, (ctx) => invitations.bulkCheck(ctx, given));
    expect([checked.good, checked.bad, await count()]).toEqual([2, 5, before]);
    expect(checked.rows.map((row) => [row.line, row.problem === null])).toEqual([
      [2, true],
      [3, false],
      [4, true],
      [5, false],
      [6, false],
      [7, false],
      [8, false],
    ]);
    expect((await act(owner, (ctx) => invitations.bulkSend(ctx, given))).sent).toBe(2);
    expect((await act(owner, (ctx) => invitations.bulkCheck(ctx, given))).good).toBe(0);
  });

  test('a second open invitation of one person is refused, and other companies cannot see invitations', async () => {
    const { id } = await invite({ email: 'once@makao.test' });
    await expect(invite({ email: 'once@makao.test' })).rejects.toMatchObject({ failure: 'conflict' });
    await expect(invitations.details(createTestCtx(services, await createPerson(services, 'owner')), { id })).rejects.toMatchObject({
      failure: 'notFound',
    });
  });
});
