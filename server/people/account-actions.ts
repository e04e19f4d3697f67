import type { HandlerInput, HandlerResult } from '#contract/kernel/call.ts';
import { companyRoles, toUserType, userTypes } from '#contract/kernel/roles.ts';
import type { peopleCalls } from '#contract/people/calls.ts';
import { type AccountStatus, type AccountStatusNumber, accountMoveByStatusNumber, personMachine } from '#contract/people/machine.ts';
import { clock } from '#contract/time/clock.ts';
import { invalidInputRefusal } from '#server/http/answer.ts';
import { audit } from '#server/kernel/audit.ts';
import { type Ctx, Refusal } from '#server/kernel/ctx.ts';
import { sentence } from '#server/kernel/locale.ts';
import { makeMove } from '#server/kernel/move.ts';
import { publishEvent } from '#server/kernel/publish.ts';
import { add, change, oneRow, unscopedTable } from '#server/kernel/scoped.ts';
import { notifyPerson } from '#server/notification/service.ts';
import { m } from '#words/messages.js';
import { assertCertificateChecked } from './certificate.ts';
import { listPeopleAffectedBySuspension } from './heads.ts';
import { revokeAllAccess } from './lock-out.ts';
import { lockPersonForAction } from './lock-person.ts';
import { personNotFound, readCompanyOfPerson, readPerson } from './person-record.ts';
import { getPersonLastChange, type PersonRow, toCompanyAuditValues, toPersonAuditValues } from './rows.ts';

type Calls = typeof peopleCalls;

async function changed(
  ctx: Ctx,
  before: PersonRow,
  changes: Partial<Pick<PersonRow, 'is_active' | 'region' | 'closed_at'>>,
  kind: 'edit' | 'delete',
  reason?: string,
): Promise<PersonRow> {
  const after = await change(ctx, 'person')
    .set({ ...changes, updated_at: clock.now() })
    .where('id', '=', before.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  await audit(ctx.db, ctx, {
    kind,
    document: 'account',
    id: before.id,
    code: before.code,
    before: toPersonAuditValues(before),
    after: toPersonAuditValues(after),
    ...(reason ? { reason } : {}),
  });
  return after;
}

export const notifyAccountStatusChange = (ctx: Ctx, person: Pick<PersonRow, 'id'>, status: AccountStatus, reason?: string) =>
  notifyPerson(ctx, {
    event: 'account.status_changed',
    to: { personId: person.id },
    params: { status, ...(reason ? { reason } : {}) },
    key: `person-status:${person.id}:${status}:${ctx.from.requestId}`,
  });

export async function changeAccountStatus(
  ctx: Ctx,
  { state, user_id, reason, updated_at, earb }: HandlerInput<Calls['changeStatus']>,
): Promise<HandlerResult<Calls['changeStatus']>> {
  const name = accountMoveByStatusNumber[state as AccountStatusNumber];
  const before = await lockPersonForAction(ctx, user_id, name);
  if (!(companyRoles as readonly string[]).includes(toUserType(before.user_type))) throw invalidInputRefusal({ user_id: m.people_problem_holder() });
  if (updated_at !== undefined && updated_at !== getPersonLastChange(before, await readCompanyOfPerson(ctx, before)))
    throw new Refusal('conflict', sentence('editConflict'), { current: await readPerson(ctx, { id: user_id }) });
  if (name !== 'activate' && !reason) throw invalidInputRefusal({ reason: sentence('requiredParameter') });
  if (name === 'activate') await assertCertificateChecked(ctx, before, earb);
  const { to } = await makeMove(ctx, personMachine, name, user_id, reason ?? null);
  await changed(ctx, before, {}, 'edit', reason);
  if (name !== 'activate') await publishEvent(ctx, 'account.held_back', { personIds: await listPeopleAffectedBySuspension(ctx, before) });
  await notifyAccountStatusChange(ctx, before, to, reason);
  return readPerson(ctx, { id: user_id });
}

/** Enables a disabled account. A database trigger starts the waiting period of its role again. */
export async function enableAccount(ctx: Ctx, before: PersonRow, reason: string | undefined): Promise<void> {
  await changed(ctx, before, { is_active: true }, 'edit', reason);
  await notifyAccountStatusChange(ctx, before, 'active', reason);
}

/** Disables an account: all sessions of the person end immediately, and the person is notified. */
export async function disableAccount(ctx: Ctx, before: PersonRow, reason: string | undefined): Promise<void> {
  await changed(ctx, before, { is_active: false }, 'edit', reason);
  await revokeAllAccess(ctx.db, before.id);
  await notifyAccountStatusChange(ctx, before, 'disabled', reason);
}

export async function changeAccountRegion(
  ctx: Ctx,
  { user_id, region }: HandlerInput<Calls['changeRegion']>,
): Promise<HandlerResult<Calls['changeRegion']>> {
  const before = await lockPersonForAction(ctx, user_id, 'region');
  await changed(ctx, before, { region }, 'edit');
  // The company of an account holder moves with them, so that its staff, teams and invitations are managed in the same county.
  if (before.company_id !== null && (companyRoles as readonly string[]).includes(toUserType(before.user_type)))
    await unscopedTable(ctx.db, 'company', 'the company of a person the caller sees and may act on')
      .change()
      .set({ region, updated_at: clock.now() })
      .where('id', '=', before.company_id)
      .$call(oneRow);
  return readPerson(ctx, { id: user_id });
}

export async function upgradeAccount(
  ctx: Ctx,
  { code, user_id, business_type, company_name, reg_no }: HandlerInput<Calls['upgrade']>,
): Promise<HandlerResult<Calls['upgrade']>> {
  const person = await lockPersonForAction(ctx, user_id, 'upgrade', { code });
  const kind = companyRoles.find((role) => role === toUserType(person.user_type));
  if (!kind) throw invalidInputRefusal({ user_id: m.people_problem_holder() });
  const before = await readCompanyOfPerson(ctx, person);
  if (before && before.business_type !== null) throw new Refusal('conflict', m.people_refusal_company());
  const facts = {
    business_type: business_type as 1 | 2,
    ...(company_name ? { name: company_name } : {}),
    ...(reg_no ? { reg_no } : {}),
    updated_at: clock.now(),
  };
  const after = before
    ? await unscopedTable(ctx.db, 'company', 'the company of a person the caller sees and may act on')
        .change()
        .set(facts)
        .where('id', '=', before.id)
        .returningAll()
        .executeTakeFirstOrThrow()
    : await add(ctx, 'company')
        .values({ kind, name: person.name, ...facts })
        .returningAll()
        .executeTakeFirstOrThrow();
  if (!before) await change(ctx, 'person').set({ company_id: after.id }).where('id', '=', person.id).$call(oneRow);
  await audit(ctx.db, ctx, {
    kind: 'edit',
    document: 'account',
    id: person.id,
    code: person.code,
    before: before && toCompanyAuditValues(before),
    after: toCompanyAuditValues(after),
    reason: 'upgraded to a company',
  });
  return readPerson(ctx, { id: user_id });
}

/** Deletes an account: it leaves every list at once and is anonymised after the legal retention period (server/identity/closing.ts). */
export async function removeAccount(
  ctx: Ctx,
  { user_code, user_id, reason }: HandlerInput<Calls['remove']>,
): Promise<HandlerResult<Calls['remove']>> {
  const before = await lockPersonForAction(ctx, user_id, 'delete', { code: user_code });
  if (before.user_type === userTypes.superadmin) throw new Refusal('conflict', m.people_refusal_two());
  await closeAccountImmediately(ctx, before, reason);
  return { id: user_id };
}

export async function closeAccountImmediately(ctx: Ctx, before: PersonRow, reason: string | undefined): Promise<void> {
  if (before.closed_at !== null) throw personNotFound();
  await publishEvent(ctx, 'account.removing', { personId: before.id });
  await changed(ctx, before, { is_active: false, closed_at: clock.now() }, 'delete', reason);
  await revokeAllAccess(ctx.db, before.id);
}
