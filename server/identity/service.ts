import type { identityCalls } from '#contract/identity/calls.ts';
import { profileSchemas, type RoleProfiles } from '#contract/identity/profile.ts';
import { type JoinKind, joinKinds } from '#contract/identity/profile-kinds.ts';
import type { HandlerInput, HandlerResult } from '#contract/kernel/call.ts';
import { parseWithProblems } from '#contract/kernel/problems.ts';
import { companyRoles, userTypes } from '#contract/kernel/roles.ts';
import { invalidInputRefusal } from '#server/http/answer.ts';
import type { CallHandlers } from '#server/http/registry.ts';
import { countAttemptSeparately } from '#server/http/throttle.ts';
import { audit } from '#server/kernel/audit.ts';
import { type Ctx, Refusal } from '#server/kernel/ctx.ts';
import { sentence } from '#server/kernel/locale.ts';
import { normalizePhoneForStorage } from '#server/kernel/phone.ts';
import { getOriginNetworkKey } from '#server/kernel/process/network.ts';
import { from } from '#server/kernel/scoped.ts';
import type { RunningServices } from '#server/kernel/services.ts';
import { addCompany, assertSignInPhoneRetained, saveAccountProfile, saveRegistrationDetails } from '#server/people/service.ts';
import { recordConsents, selectPoliciesToAgree } from '#server/policy/service.ts';
import { m } from '#words/messages.js';
import { claimFirstSuperadmin } from './first-superadmin.ts';
import { impersonate, stopImpersonating } from './impersonation.ts';
import { assertUncommonPassword } from './sign-in/common-passwords.ts';

export { type CodePurpose, findCodeDestination, type SubjectCodeTarget, subjectCodeService } from './contact/subject-code.ts';
export { guestLinkSignInService } from './guest-link-sign-in.ts';

/** Validates the onboarding details with the schema of the user type. Problems are reported at fields named `details.…`. */
function profileOf<K extends JoinKind>(kind: K, given: Record<string, unknown>): RoleProfiles[K] {
  const read = parseWithProblems(profileSchemas[kind], given);
  if ('problems' in read) throw invalidInputRefusal(Object.fromEntries(Object.entries(read.problems).map(([name, why]) => [`details.${name}`, why])));
  const details = read.data as RoleProfiles[K];
  if ('payout' in details && details.payout?.by === 'mpesa')
    return { ...details, payout: { ...details.payout, phone: normalizePhoneForStorage(details.payout.phone, 'details.payout') } };
  return details;
}

async function onboard(ctx: Ctx, given: HandlerInput<typeof identityCalls.onboard>): Promise<HandlerResult<typeof identityCalls.onboard>> {
  const person = await from(ctx, 'person').selectAll().where('id', '=', ctx.me.userId).forNoKeyUpdate().executeTakeFirstOrThrow();
  if (!person.onboarding) throw new Refusal('conflict', m.identity_refusal_set_up());
  const kind = joinKinds.find((name) => userTypes[name] === given.user_type) ?? 'tenant';
  const details = profileOf(kind, given.details);
  const phone = normalizePhoneForStorage(given.phone);
  assertSignInPhoneRetained(person, phone);
  const required = await selectPoliciesToAgree(ctx, given.user_type);
  const left = required.filter((policy) => !given.agreed.includes(policy.id));
  if (left.length > 0) throw invalidInputRefusal({ agreed: m.identity_problem_agreed({ titles: left.map((policy) => policy.title).join(', ') }) });
  const business = companyRoles.find((role) => role === kind) ?? null;
  const company = business
    ? await addCompany(ctx.db, {
        kind: business,
        name: given.company || given.name,
        kra_pin: 'kra_pin' in details ? (details.kra_pin ?? null) : null,
      })
    : null;
  const after = { name: given.name, phone, user_type: given.user_type, onboarding: false, company_id: company?.id ?? null };
  // The requested county of work is only stored. Makao assigns the county (people: changeRegion).
  await saveAccountProfile(ctx.db, { person_id: person.id, kind, details: JSON.stringify(details) });
  await saveRegistrationDetails(ctx, person.id, after);
  const before = {
    name: person.name,
    phone: person.phone,
    user_type: person.user_type,
    onboarding: person.onboarding,
    company_id: person.company_id,
  };
  await audit(ctx.db, ctx, { kind: 'edit', document: 'account', id: person.id, code: person.code, before, after });
  await recordConsents(ctx, required, 'joining');
  return { user_type: given.user_type };
}

/** Identity calls that need the auth library besides the database. */
export const identityService = (services: RunningServices): CallHandlers<typeof identityCalls> => ({
  async onboardingPolicies(ctx, { user_type }) {
    const results = await selectPoliciesToAgree(ctx, user_type);
    return { results, count: results.length };
  },
  onboard,
  impersonate: impersonate(services),
  stopImpersonating: stopImpersonating(services),
  async claimFirst(ctx, { token, name, email, password }) {
    const wait = await countAttemptSeparately(services.database.db, `first-superadmin:${getOriginNetworkKey(ctx.from)}`, { limit: 10, seconds: 900 });
    if (wait > 0) throw new Refusal('tooMany', sentence('tooManyRequests'));
    assertUncommonPassword(password);
    const id = await claimFirstSuperadmin(services, ctx.db, token, { name, email, password });
    if (id === null) throw new Refusal('gone', m.identity_refusal_link_over());
    await audit(ctx.db, ctx, { kind: 'add', document: 'account', id, after: { name, email, user_type: 1 }, reason: 'first superadmin' });
    return { email };
  },
});
