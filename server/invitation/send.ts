import { sql } from 'kysely';
import { parsePhoneNumberFromString } from 'libphonenumber-js';
import { maxAuditorDays } from '#contract/access/auditor.ts';
import { approvalRequestDays } from '#contract/approval/kinds.ts';
import type { InvitationSummary, invitationCalls } from '#contract/invitation/calls.ts';
import { canInvite, isAppointment, maxInvitationResendsPerDay, type OpenInvitationKind } from '#contract/invitation/kinds.ts';
import { invitationMachine } from '#contract/invitation/machine.ts';
import type { HandlerInput, HandlerResult } from '#contract/kernel/call.ts';
import { clock } from '#contract/time/clock.ts';
import { addDays } from '#contract/time/days.ts';
import { assertCanOfferMandate, findAssignableRole, hasAnotherSuperadmin } from '#server/access/service.ts';
import { findOpenRequest } from '#server/approval/service.ts';
import { invalidInputRefusal } from '#server/http/answer.ts';
import { audit } from '#server/kernel/audit.ts';
import { type Ctx, Refusal, requireSignedIn } from '#server/kernel/ctx.ts';
import { sentence } from '#server/kernel/locale.ts';
import { makeMove } from '#server/kernel/move.ts';
import { add, change, from, oneRow } from '#server/kernel/scoped.ts';
import { isUniqueViolation } from '#server/kernel/unique-violation.ts';
import { consumeDailySendingLimit } from '#server/limits/service.ts';
import { withCompanyHeads } from '#server/lists/holder.ts';
import { countTabs, hasDayRange, isInDayRangeSql, orderByColumn } from '#server/lists/list.ts';
import { notifyPerson } from '#server/notification/service.ts';
import { m } from '#words/messages.js';
import { lockUnlessAwaiting, requestAppointment } from './appointment.ts';
import { deliverInvitation, getInvitationEnd, type RequestedInvitation, readSentInvitation, sentNow } from './deliver.ts';
import { readInvitationMandate } from './invitation-grants.ts';
import { createInvitationCode, createInvitationKey, hashInvitationKey } from './keys.ts';
import { type SentInvitationRow, selectInvitationNames, selectSentInvitations, toInvitationRow } from './rows.ts';

type Calls = typeof invitationCalls;

function matching(ctx: Ctx, f: NonNullable<HandlerInput<Calls['list']>['z_filter']>) {
  let query = selectSentInvitations(ctx).where(sql<boolean>`invitation.accepted_by is distinct from ${ctx.me.userId}`);
  if (f.status) query = query.where('invitation.status', '=', f.status);
  if (f.company_id) query = query.where('invitation.company_id', '=', f.company_id);
  if (f.region) query = query.where('company.region', '=', f.region);
  if (f.kind) query = query.where('invitation.kind', '=', f.kind);
  if (hasDayRange(f)) query = query.where(isInDayRangeSql('invitation.created_at', f));
  if (f.source) query = query.where('invitation.source', '=', f.source);
  if (f.to) {
    const text = `%${f.to.replace(/[\\%_]/g, (c) => `\\${c}`)}%`;
    query = query.where(
      sql<boolean>`(invitation.email::text ilike ${text} or invitation.phone ilike ${text} or invitation.code ilike ${text} or invitation.short_code ilike ${text} or taker.name ilike ${text})`,
    );
  }
  return query;
}

export async function listInvitations(
  ctx: Ctx,
  { page, page_size, tabs, sort, z_filter = {} }: HandlerInput<Calls['list']>,
): Promise<HandlerResult<Calls['list']>> {
  const query = matching(ctx, z_filter);
  const count = await query.select(sql<number>`count(*)`.as('n')).executeTakeFirstOrThrow();
  const order = sort.startsWith('-') ? `-invitation.${sort.slice(1)}` : `invitation.${sort}`;
  const rows = await selectInvitationNames(query)
    .orderBy(orderByColumn(order))
    .orderBy('invitation.id', 'desc')
    .limit(page_size)
    .offset((page - 1) * page_size)
    .execute();
  const counts = await countTabs(tabs, () => matching(ctx, { ...z_filter, status: undefined }), sql`invitation.status`);
  return { count: count.n, results: await withCompanyHeads(ctx, await Promise.all(rows.map((row) => shown(ctx, row)))), ...counts };
}

/** One invitation as its sender sees it, with its mandate. */
async function shown(ctx: Ctx, row: SentInvitationRow): Promise<InvitationSummary> {
  return {
    ...toInvitationRow(row, ctx.me),
    mandate: await readInvitationMandate(ctx.db, row),
    request: row.awaits_approval ? await findOpenRequest(ctx, 'appointment', row.id) : null,
  };
}

export const readInvitationDetails = async (ctx: Ctx, { id }: HandlerInput<Calls['details']>): Promise<InvitationSummary> =>
  shown(ctx, await readSentInvitation(ctx, id));

/** Converts a number to E.164 from any notation. It is Kenyan unless it has another country code. */
export function parseInvitedPhone(text: string): string | null {
  const number = parsePhoneNumberFromString(text, 'KE');
  return number?.isValid() ? number.number : null;
}

type Asked = {
  kind: OpenInvitationKind;
  role_id?: number | undefined;
  team_id?: number | undefined;
  starts_on?: string | undefined;
  ends_on?: string | undefined;
};

/** Asserts that the caller may invite for this kind, role and team. Staff always need a role, which may be given per line in a list. */
export async function assertCanInvite(ctx: Ctx, given: Asked, roleByLine = false): Promise<void> {
  const { me } = ctx;
  if (!canInvite(given.kind, { role: me.role, grants: me.grants, hasCompany: me.companyId !== null }))
    throw new Refusal('forbidden', sentence('accessForbidden'));
  if (roleByLine && isAppointment(given.kind)) throw invalidInputRefusal({ kind: m.invitation_problem_one_by_one() });
  if (given.kind !== 'staff') {
    checkPeriod(given, false);
    if (given.role_id !== undefined) throw invalidInputRefusal({ role_id: m.invitation_problem_staff_only() });
    if (given.team_id !== undefined) throw invalidInputRefusal({ team_id: m.invitation_problem_staff_only() });
    return;
  }
  const auditor = given.role_id !== undefined && (await assertCanAssignRole(ctx, given.role_id)).auditor;
  // A list cannot state a period.
  if (auditor && roleByLine) throw invalidInputRefusal({ role_id: m.invitation_problem_auditor_list() });
  checkPeriod(given, auditor);
  if (given.role_id === undefined && !roleByLine) throw invalidInputRefusal({ role_id: sentence('requiredParameter') });
  await checkTeam(ctx, given.team_id);
}

/** Only an auditor has a period: at most a year, so that access that was forgotten ends. */
function checkPeriod({ starts_on, ends_on }: Asked, auditor: boolean): void {
  if (!auditor) {
    if (starts_on ?? ends_on) throw invalidInputRefusal({ ends_on: m.invitation_problem_period_auditor() });
    return;
  }
  if (!starts_on) throw invalidInputRefusal({ starts_on: m.invitation_problem_period() });
  if (!ends_on) throw invalidInputRefusal({ ends_on: m.invitation_problem_period() });
  if (ends_on < starts_on) throw invalidInputRefusal({ ends_on: m.problem_day_order() });
  if (ends_on < clock.today()) throw invalidInputRefusal({ ends_on: m.invitation_problem_period_over() });
  if (ends_on > addDays(starts_on, maxAuditorDays))
    throw invalidInputRefusal({ ends_on: m.invitation_problem_period_long({ days: maxAuditorDays }) });
}

/** The role, if the caller may assign it to staff of their company. */
export async function assertCanAssignRole(ctx: Ctx, id: number) {
  const { me } = ctx;
  const kind = me.layout === 'owner' || me.layout === 'agent' || me.layout === 'dealer' ? me.layout : null;
  return findAssignableRole(ctx, id, { audience: 'company', companyId: me.companyId, companyKind: kind });
}

async function checkTeam(ctx: Ctx, id: number | undefined): Promise<void> {
  // A new member outside every team would see more than an inviter who is limited to teams.
  if (ctx.me.limits && (id === undefined || !ctx.me.limits.teamIds.includes(id)))
    throw invalidInputRefusal({ team_id: m.invitation_problem_own_team() });
  if (id === undefined) return;
  const team = await from(ctx, 'team').select('id').where('id', '=', id).executeTakeFirst();
  if (!team) throw invalidInputRefusal({ team_id: m.invitation_problem_no_team() });
}

export async function sendInvitation(ctx: Ctx, given: HandlerInput<Calls['send']>): Promise<InvitationSummary> {
  await assertCanInvite(ctx, given);
  const phone = given.phone === undefined ? null : parseInvitedPhone(given.phone);
  if (given.phone !== undefined && phone === null) throw invalidInputRefusal({ phone: m.invitation_problem_phone() });
  if (!given.email && !phone) throw invalidInputRefusal({ email: m.invitation_problem_email_or_phone() });
  if (given.mandate) {
    if (given.kind !== 'agent' || ctx.me.companyId === null || ctx.me.layout !== 'owner')
      throw invalidInputRefusal({ mandate: m.invitation_problem_mandate() });
    await assertCanOfferMandate(ctx, ctx.me.companyId, given.mandate);
  }
  await consumeDailySendingLimit(ctx, 'invitation');
  const { email = null, role_id = null, team_id = null, mandate = null, starts_on = null, ends_on = null } = given;
  const id = await createInvitation(ctx, { ...given, email, phone, role_id, team_id, mandate, starts_on, ends_on });
  return readInvitationDetails(ctx, { id });
}

/**
 * Creates one invitation and queues its message. A person cannot have two open invitations of one kind from the same company. An invitation that gives
 * permissions on money gets its key and is sent when a second person approves it.
 */
export async function createInvitation(ctx: Ctx, wanted: RequestedInvitation): Promise<number> {
  const key = createInvitationKey();
  const asks = isAppointment(wanted.kind) && (await hasAnotherSuperadmin(ctx));
  const row = await add(ctx, 'invitation')
    .values({
      ...wanted,
      mandate: wanted.mandate && JSON.stringify(wanted.mandate),
      inviter_id: requireSignedIn(ctx).userId,
      company_id: ctx.me.companyId,
      ...(asks ? { awaits_approval: true, expires_at: getInvitationEnd(approvalRequestDays) } : sentNow(key)),
    })
    .returning(['id', 'code'])
    .executeTakeFirstOrThrow()
    .catch((problem: unknown) => {
      if (isUniqueViolation(problem)) throw new Refusal('conflict', m.invitation_refusal_open());
      throw problem;
    });
  await audit(ctx.db, ctx, { kind: 'add', document: 'invites', id: row.id, code: row.code, after: { ...wanted } });
  if (asks) await requestAppointment(ctx, row.id, wanted);
  else await deliverInvitation(ctx, await readSentInvitation(ctx, row.id), key);
  return row.id;
}

export async function createInvitationPoster(ctx: Ctx, { kind, max_uses, message }: HandlerInput<Calls['createPoster']>): Promise<InvitationSummary> {
  await assertCanInvite(ctx, { kind });
  const row = await add(ctx, 'invitation')
    .values({
      kind,
      source: 'code',
      short_code: createInvitationCode(),
      max_uses,
      message,
      inviter_id: requireSignedIn(ctx).userId,
      company_id: ctx.me.companyId,
      expires_at: getInvitationEnd(),
    })
    .returning(['id', 'code'])
    .executeTakeFirstOrThrow();
  await audit(ctx.db, ctx, { kind: 'add', document: 'invites', id: row.id, code: row.code, after: { kind, source: 'code', max_uses, message } });
  return readInvitationDetails(ctx, { id: row.id });
}

export async function resendInvitation(ctx: Ctx, { id }: HandlerInput<Calls['resend']>): Promise<InvitationSummary> {
  await lockUnlessAwaiting(ctx, id);
  const before = await readSentInvitation(ctx, id);
  if (before.status !== 'pending' || before.short_code !== null)
    throw new Refusal('wrongState', m.invitation_refusal_not_open(), {
      from: before.status,
      allowed: toInvitationRow(before, ctx.me).moves,
    });
  const today = await from(ctx, 'invitation').select(sql<boolean>`sent_on = app.today()`.as('same')).where('id', '=', id).executeTakeFirstOrThrow();
  // The first message on the day of creation does not count towards the daily limit.
  const resent = (today.same ? before.sends_on_day : 0) - (before.sends === before.sends_on_day ? 1 : 0);
  if (resent >= maxInvitationResendsPerDay) throw new Refusal('tooMany', m.invitation_refusal_resends({ times: maxInvitationResendsPerDay }));
  await consumeDailySendingLimit(ctx, 'invitation');
  const key = createInvitationKey();
  await change(ctx, 'invitation')
    .set({
      key_hash: hashInvitationKey(key),
      expires_at: getInvitationEnd(),
      sends: before.sends + 1,
      sent_on: sql<string>`app.today()`,
      sends_on_day: today.same ? before.sends_on_day + 1 : 1,
      updated_at: clock.now(),
    })
    .where('id', '=', id)
    .$call(oneRow);
  const after = await readSentInvitation(ctx, id);
  await audit(ctx.db, ctx, {
    kind: 'edit',
    document: 'invites',
    id,
    code: before.code,
    before: { sends: before.sends },
    after: { sends: after.sends },
    reason: 'sent again',
  });
  await deliverInvitation(ctx, after, key);
  return shown(ctx, after);
}

export async function revokeInvitation(ctx: Ctx, { id }: HandlerInput<Calls['revoke']>): Promise<InvitationSummary> {
  await lockUnlessAwaiting(ctx, id);
  const { from, to } = await makeMove(ctx, invitationMachine, 'revoke', id);
  await change(ctx, 'invitation').set({ updated_at: clock.now() }).where('id', '=', id).$call(oneRow);
  const row = await readSentInvitation(ctx, id);
  await audit(ctx.db, ctx, { kind: 'edit', document: 'invites', id, code: row.code, before: { status: from }, after: { status: to } });
  if (row.email)
    await notifyPerson(ctx, {
      event: 'invite.revoked',
      to: { email: row.email, locale: row.locale },
      params: { inviter: row.company ?? row.inviter },
      key: `invite-revoked:${id}`,
    });
  return shown(ctx, row);
}
