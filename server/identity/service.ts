import type { identityCalls } from '#contract/identity/calls.ts';
import type { Input, Result } from '#contract/kernel/call.ts';
import { companyRoles, userTypes } from '#contract/kernel/roles.ts';
import { messages } from '#contract/messages.ts';
import { invalid } from '#server/kernel/answer.ts';
import { audit } from '#server/kernel/audit.ts';
import { type Ctx, Refusal } from '#server/kernel/ctx.ts';
import type { House } from '#server/kernel/house.ts';
import type { Handlers } from '#server/kernel/registry.ts';
import { take } from '#server/kernel/throttle.ts';
import { agree, toAgree } from '#server/policy/service.ts';
import { claimFirstSuperadmin } from './first-superadmin.ts';

async function onboard(ctx: Ctx, given: Input<typeof identityCalls.onboard>): Promise<Result<typeof identityCalls.onboard>> {
  const person = await ctx.db.selectFrom('person').selectAll().where('id', '=', ctx.me.userId).forUpdate().executeTakeFirstOrThrow();
  if (!person.onboarding) throw new Refusal('conflict', 'This account has been set up already');
  const required = await toAgree(ctx, given.user_type);
  const left = required.filter((policy) => !given.agreed.includes(policy.id));
  if (left.length > 0) throw invalid({ agreed: `must contain ${left.map((policy) => policy.title).join(', ')}` });
  const kind = companyRoles.find((role) => userTypes[role] === given.user_type) ?? null;
  const company = kind
    ? await ctx.db
        .insertInto('company')
        .values({ kind, name: given.company || given.name })
        .returning('id')
        .executeTakeFirstOrThrow()
    : null;
  const after = { name: given.name, phone: given.phone, user_type: given.user_type, onboarding: false, company_id: company?.id ?? null };
  await ctx.db
    .updateTable('person')
    .set({ ...after, updated_at: new Date() })
    .where('id', '=', person.id)
    .execute();
  const { name, phone, user_type, onboarding, company_id } = person;
  await audit(ctx.db, ctx, {
    kind: 'edit',
    document: 'account',
    id: person.id,
    code: person.code,
    before: { name, phone, user_type, onboarding, company_id },
    after,
  });
  await agree(ctx, required);
  return { user_type: given.user_type };
}

/** Calls about identity that need the auth library beside the database. */
export const identityService = (house: House): Handlers<typeof identityCalls> => ({
  async onboardingPolicies(ctx, { user_type }) {
    const results = await toAgree(ctx, user_type);
    return { results, count: results.length };
  },
  onboard,
  async claimFirst(ctx, { token, name, email, password }) {
    const wait = await take(house.database.db, `first-superadmin:${ctx.from.ip}`, { limit: 10, seconds: 900 });
    if (wait > 0) throw new Refusal('tooMany', messages.tooManyRequests.en);
    const id = await claimFirstSuperadmin(house, ctx.db, token, { name, email, password });
    if (id === null) throw new Refusal('gone', 'This link was used already or has expired');
    await audit(ctx.db, ctx, { kind: 'add', document: 'account', id, after: { name, email, user_type: 1 }, reason: 'first superadmin' });
    return { email };
  },
});
