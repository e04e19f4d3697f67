import type { InvitationPreview, invitationCalls } from '#contract/invitation/calls.ts';
import { isOpenInvitationKind, openInvitationKinds } from '#contract/invitation/kinds.ts';
import { invitationMachine } from '#contract/invitation/machine.ts';
import type { HandlerInput, HandlerResult } from '#contract/kernel/call.ts';
import { companyRoles, getDashboardLayout, userTypes } from '#contract/kernel/roles.ts';
import { linkTo } from '#contract/screens.ts';
import { clock } from '#contract/time/clock.ts';
import { grantOfferedMandate, joinTeam, readPersonAccess } from '#server/access/service.ts';
import { invalidInputRefusal } from '#server/http/answer.ts';
import { countAttemptSeparately, type ThrottleLimit } from '#server/http/throttle.ts';
import { audit } from '#server/kernel/audit.ts';
import { type Ctx, type Db, Refusal } from '#server/kernel/ctx.ts';
import { sentence } from '#server/kernel/locale.ts';
import { makeMove } from '#server/kernel/move.ts';
import { getOriginNetworkKey } from '#server/kernel/process/network.ts';
import { publishEvent } from '#server/kernel/publish.ts';
import { add, from, oneRow, unscopedTable } from '#server/kernel/scoped.ts';
import { notifyPerson } from '#server/notification/service.ts';
import { addCompany, connectPersonToCompany, notifyNewSuperadmin, saveRegistrationDetails } from '#server/people/service.ts';
import { recordConsents, selectPoliciesToAgree } from '#server/policy/service.ts';
import { m } from '#words/messages.js';
import type { Sentence } from '../../words/sentence.ts';
import { findIneligibleReason, type IneligibleReason, type InvitationState, readInvitationState } from './eligibility.ts';
import { buildMandateOffer, readGrantedAccess, readMandateCompanies } from './invitation-grants.ts';
import { buildInvitationPagePath, hashInvitationKey, maskContact, parseInvitationCode } from './keys.ts';

type Calls = typeof invitationCalls;
type Named = { invite_key: string; invite_id: number };

/** The number of wrong keys that one address may try before a lockout. */
const guesses: ThrottleLimit = { limit: 20, seconds: 15 * 60 };

/** Wrong keys are counted outside any transaction, so that a refusal does not roll back the count. */
async function wrong(db: Db, ip: string): Promise<never> {
  const wait = await countAttemptSeparately(db, `invitation:${ip}`, guesses);
  if (wait > 0) throw new Refusal('tooMany', sentence('tooManyRequests'));
  throw new Refusal('notFound', sentence('itemNotFound'));
}

/** The invitation of a key. The key itself grants access, so no scope applies. */
async function opened(db: Db, { invite_key, invite_id }: Named, lock: boolean) {
  const byKey = invite_key.length > 12;
  let query = unscopedTable(db, 'invitation', 'the key of the invitation grants access')
    .select()
    .selectAll()
    .where('id', '=', invite_id)
    .where(byKey ? 'key_hash' : 'short_code', '=', byKey ? hashInvitationKey(invite_key) : parseInvitationCode(invite_key));
  if (lock) query = query.forUpdate();
  return query.executeTakeFirst();
}
type Row = NonNullable<Awaited<ReturnType<typeof opened>>>;

const takerOf = (ctx: Ctx) =>
  ctx.me.userId === null
    ? Promise.resolve(undefined)
    : from(ctx, 'person')
        .select([
          'id',
          'code',
          'name',
          'email',
          'email_verified',
          'phone',
          'phone_proved_at',
          'user_type',
          'company_id',
          'staff_role_id',
          'starts_on',
          'ends_on',
          'onboarding',
          'region',
        ])
        .where('id', '=', ctx.me.userId)
        .executeTakeFirst();
type Person = NonNullable<Awaited<ReturnType<typeof takerOf>>>;

export const findInvitationByKey = (pool: Db) =>
  async function look(ctx: Ctx, given: HandlerInput<Calls['findByKey']>): Promise<InvitationPreview> {
    const row = await opened(ctx.db, given, false);
    if (!row) return wrong(pool, getOriginNetworkKey(ctx.from));
    const taker = (await takerOf(ctx)) ?? null;
    const names = await unscopedTable(ctx.db, 'invitation', 'the key of the invitation grants access')
      .select()
      .innerJoin('person', 'person.id', 'invitation.inviter_id')
      .leftJoin('company', 'company.id', 'invitation.company_id')
      .leftJoin('staff_role', 'staff_role.id', 'invitation.role_id')
      .select(['person.name as inviter', 'company.name as company', 'staff_role.name as role'])
      .where('invitation.id', '=', row.id)
      .executeTakeFirstOrThrow();
    const state = await readInvitationState(ctx.db, row);
    const newcomer = !taker || taker.user_type === userTypes.default;
    const type = isOpenInvitationKind(row.kind) ? userTypes[openInvitationKinds[row.kind].becomes] : null;
    const policies = state === 'open' && newcomer && type !== null ? await selectPoliciesToAgree(ctx, type) : [];
    return {
      state,
      kind: row.kind,
      ...names,
      gives: await readGrantedAccess(ctx.db, row),
      message: row.message,
      expires_at: row.expires_at.toISOString(),
      sent_to: maskContact(row.email, row.phone),
      by_phone: row.phone !== null && row.short_code === null,
      misfit: state === 'open' ? await findIneligibleReason(ctx.db, row, taker) : null,
      mine: taker !== null && row.accepted_by === taker.id,
      asks_company: newcomer && (companyRoles as readonly string[]).includes(row.kind),
      policies: policies.map(({ id, slug, title, title_sw }) => ({ id, slug, title, title_sw })),
    };
  };

/** The phone number of an open invitation, to which a code may be sent on request of the key's holder. Wrong keys are counted as in other reads. */
export async function readOpenInvitationPhone(
  db: Db,
  place: string,
  invite_key: string,
  invite_id: number,
): Promise<{ phone: string; locale: 'en' | 'sw' } | null> {
  const row = await opened(db, { invite_key, invite_id }, false);
  if (!row) return wrong(db, place);
  if (row.short_code !== null || row.phone === null || (await readInvitationState(db, row)) !== 'open') return null;
  return { phone: row.phone, locale: row.locale };
}

/** A short code from a poster leads to the same page as a link. Every attempt is counted, also correct ones. */
export const findInvitationByShortCode = (pool: Db) =>
  async function find(ctx: Ctx, { short_code }: HandlerInput<Calls['findByShortCode']>): Promise<HandlerResult<Calls['findByShortCode']>> {
    const code = parseInvitationCode(short_code);
    const row = await unscopedTable(ctx.db, 'invitation', 'the key of the invitation grants access')
      .select()
      .select('id')
      .where('short_code', '=', code)
      .executeTakeFirst();
    return row ? { page: buildInvitationPagePath(code, row.id) } : wrong(pool, getOriginNetworkKey(ctx.from));
  };

const refusals: Readonly<Record<Exclude<InvitationState, 'open'>, () => Sentence>> = {
  used: m.invitation_refusal_used,
  revoked: m.invitation_refusal_revoked,
  expired: m.invitation_refusal_expired,
};
const misfitSays: Readonly<Record<IneligibleReason, () => Sentence>> = {
  signed_out: () => sentence('signedOut'),
  other_address: m.invitation_refusal_other_address,
  unproved: m.invitation_refusal_unproved,
  wrong_type: m.invitation_refusal_wrong_type,
  already: m.invitation_refusal_already,
};

export const makeInvitationAcceptHandler = (pool: Db) =>
  async function accept(ctx: Ctx, given: HandlerInput<Calls['accept']>): Promise<HandlerResult<Calls['accept']>> {
    // The row is locked until the end of the transaction, so that the second of two concurrent attempts reads the result of the first.
    const row = await opened(ctx.db, given, true);
    if (!row) return wrong(pool, getOriginNetworkKey(ctx.from));
    const state = await readInvitationState(ctx.db, row);
    if (state !== 'open') throw new Refusal('gone', refusals[state](), { state });
    const taker = await takerOf(ctx);
    const misfit = await findIneligibleReason(ctx.db, row, taker ?? null);
    if (misfit || !taker || !isOpenInvitationKind(row.kind))
      throw new Refusal(misfit === 'already' ? 'conflict' : 'forbidden', misfitSays[misfit ?? 'signed_out'](), { misfit });
    const type = userTypes[openInvitationKinds[row.kind].becomes];
    if (taker.user_type === userTypes.default) {
      const required = await selectPoliciesToAgree(ctx, type);
      const left = required.filter((policy) => !given.agreed.includes(policy.id));
      if (left.length > 0)
        throw invalidInputRefusal({ agreed: m.invitation_problem_agreed({ titles: left.map((policy) => policy.title).join(', ') }) });
      await recordConsents(ctx, required, 'invitation');
    }
    const mine = row.short_code === null ? row : await oneUseOf(ctx, row);
    const joined = await join(ctx, row, taker, given.company);
    await unscopedTable(ctx.db, 'invitation', 'the key of the invitation grants access')
      .change()
      .set({ accepted_by: taker.id, accepted_at: clock.now(), updated_at: clock.now() })
      .where('id', '=', mine.id)
      .$call(oneRow);
    const { from, to } = await makeMove(ctx, invitationMachine, 'accept', mine.id);
    await audit(ctx.db, ctx, {
      kind: 'edit',
      document: 'invites',
      id: mine.id,
      code: mine.code,
      before: { status: from, accepted_by: null },
      after: { status: to, accepted_by: taker.id },
    });
    await notifyInviter(ctx, mine, taker.name);
    if (row.kind === 'superadmin') await notifyNewSuperadmin(ctx, taker, mine.inviter_id);
    return joined;
  };

/** Each acceptance of a poster code is a row of its own. The last allowed acceptance closes the code. */
async function oneUseOf(ctx: Ctx, poster: Row): Promise<{ id: number; code: string; inviter_id: number }> {
  const uses = poster.uses + 1;
  await unscopedTable(ctx.db, 'invitation', 'the key of the invitation grants access')
    .change()
    .set({ uses, updated_at: clock.now() })
    .where('id', '=', poster.id)
    .$call(oneRow);
  if (uses >= (poster.max_uses ?? 0)) await makeMove(ctx, invitationMachine, 'close', poster.id, 'used up', 'clock');
  const { kind, inviter_id, company_id, message, locale, expires_at } = poster;
  return add(ctx, 'invitation')
    .values({ parent_id: poster.id, source: 'code', kind, inviter_id, company_id, message, locale, expires_at })
    .returning(['id', 'code', 'inviter_id'])
    .executeTakeFirstOrThrow();
}

/** Grants what the invitation promised: a new user gets the invited user type, and companies are connected. */
async function join(ctx: Ctx, row: Row, taker: Person, companyName: string): Promise<HandlerResult<Calls['accept']>> {
  const becomes = isOpenInvitationKind(row.kind) ? openInvitationKinds[row.kind].becomes : 'default';
  const type = userTypes[becomes];
  const newcomer = taker.user_type === userTypes.default;
  const kind = companyRoles.find((one) => one === becomes) ?? null;
  // A new partner gets the region of the inviter.
  const inviter = await unscopedTable(ctx.db, 'person', 'the key of the invitation grants access')
    .select()
    .select('region')
    .where('id', '=', row.inviter_id)
    .executeTakeFirst();
  const region = taker.region ?? (newcomer && kind ? (inviter?.region ?? null) : null);
  const made = newcomer && kind ? await addCompany(ctx.db, { kind, name: companyName || taker.name, region }) : null;
  const company_id = becomes === 'staff' ? row.company_id : (made?.id ?? taker.company_id);
  const byMail = row.email !== null && row.email.toLowerCase() === taker.email?.toLowerCase();
  const before = {
    user_type: taker.user_type,
    company_id: taker.company_id,
    staff_role_id: taker.staff_role_id,
    starts_on: taker.starts_on,
    ends_on: taker.ends_on,
    onboarding: taker.onboarding,
    phone: taker.phone,
    email_verified: taker.email_verified,
    region: taker.region,
  };
  const after = {
    user_type: type,
    company_id,
    staff_role_id: becomes === 'staff' ? row.role_id : taker.staff_role_id,
    starts_on: becomes === 'staff' ? row.starts_on : taker.starts_on,
    ends_on: becomes === 'staff' ? row.ends_on : taker.ends_on,
    onboarding: false,
    phone: taker.phone ?? (byMail ? null : row.phone),
    // The email counts as verified, because the link was opened from that mailbox.
    email_verified: taker.email_verified || byMail,
    region,
  };
  if (JSON.stringify(before) !== JSON.stringify(after)) {
    await saveRegistrationDetails(ctx, taker.id, after);
    await audit(ctx.db, ctx, { kind: 'edit', document: 'account', id: taker.id, code: taker.code, before, after, reason: 'accepted an invitation' });
  }
  if (row.team_id !== null && becomes === 'staff' && !(await joinTeam(ctx.db, row.team_id, taker.id)))
    throw new Refusal('gone', m.invitation_refusal_revoked(), { state: 'revoked' });
  const pair = await readMandateCompanies(ctx.db, row, company_id);
  if (pair) await giveMandate(ctx, row, pair);
  // Each side then appears in the other's list of people.
  if (row.company_id !== null) {
    await connectPersonToCompany(ctx.db, row.company_id, taker.id);
    await publishEvent(ctx, 'invitation.accepted', {
      ...{ kind: row.kind, companyId: row.company_id, personId: taker.id },
      ...{ phone: row.phone, email: row.email },
    });
  }
  if (pair && company_id !== null) await connectPersonToCompany(ctx.db, company_id, row.inviter_id);
  const now = await readPersonAccess(ctx.db, taker.id);
  return { user_type: type, layout: now ? getDashboardLayout(now.role, now.companyKind) : null };
}

/** Permissions are checked again at acceptance, because the inviter may have lost them since. */
async function giveMandate(ctx: Ctx, row: Row, { owner, agent }: { owner: number; agent: number }): Promise<void> {
  const offer = await buildMandateOffer(ctx.db, row);
  const made = offer && (await grantOfferedMandate(ctx.db, owner, agent, offer));
  if (!offer || !made) return;
  const properties = offer.properties?.map(({ name }) => name) ?? 'all';
  const { scope, ends_on, commission_bp, grants } = offer;
  const after = { agent_company_id: agent, scope, ends_on, commission_bp, grants, properties };
  await audit(ctx.db, ctx, { kind: 'add', document: 'agents', ...made, after, reason: 'accepted an invitation' });
}

async function notifyInviter(ctx: Ctx, row: { id: number; inviter_id: number }, name: string): Promise<void> {
  const inviter = await readPersonAccess(ctx.db, row.inviter_id);
  const layout = inviter ? getDashboardLayout(inviter.role, inviter.companyKind) : null;
  const page = layout && layout !== 'tenant' ? { page: linkTo('invitation.list', layout) } : {};
  await notifyPerson(ctx, {
    event: 'invite.accepted',
    to: { personId: row.inviter_id },
    params: { name },
    key: `invite-accepted:${row.id}`,
    ...page,
  });
}
