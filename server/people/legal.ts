import type { HandlerInput } from '#contract/kernel/call.ts';
import { toUserType, userTypes } from '#contract/kernel/roles.ts';
import type { FamilyOwnCalls } from '#contract/people/calls.ts';
import { personMachine } from '#contract/people/machine.ts';
import { hasLegalIdentityChanged } from '#contract/people/rules.ts';
import { audit } from '#server/kernel/audit.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { localeContext } from '#server/kernel/locale.ts';
import { makeMove } from '#server/kernel/move.ts';
import { unscopedTable } from '#server/kernel/scoped.ts';
import { m } from '#words/messages.js';
import { isLocale } from '../../words/locale.ts';
import { notifyAccountStatusChange } from './account-actions.ts';
import type { CompanyRow, PersonRow } from './rows.ts';

/** Whether this change of legal data requires a new verification by the platform. */
export const needsNewVerification = (person: PersonRow, company: CompanyRow | null, given: HandlerInput<FamilyOwnCalls['update']>): boolean =>
  hasLegalIdentityChanged(
    toUserType(person.user_type),
    { name: person.name, company_name: company?.name, kra_pin: company?.kra_pin, reg_no: company?.reg_no },
    given,
  );

/** Sets the account holders of the company back to pending, because the verified name has changed. */
export async function resetCompanyAccountVerification(ctx: Ctx, { id, company_id }: PersonRow): Promise<void> {
  const holders = await unscopedTable(ctx.db, 'person', 'owners of the caller’s company')
    .select()
    .select(['id', 'code', 'locale'])
    .where((eb) => eb.or([eb('id', '=', id), eb('company_id', '=', company_id)]))
    .where('user_type', 'in', [userTypes.owner, userTypes.agent, userTypes.dealer])
    .where('verified_status', '=', 'verified')
    .orderBy('id')
    .execute();
  for (const { locale, ...holder } of holders) {
    const { from, to } = await makeMove(ctx, personMachine, 'reset', holder.id, 'another legal name or number', 'clock');
    await audit(ctx.db, ctx, { kind: 'edit', document: 'account', ...holder, before: { verified_status: from }, after: { verified_status: to } });
    const reason = localeContext.run(isLocale(locale) ? locale : 'en', () => m.people_told_legal());
    await notifyAccountStatusChange(ctx, holder, to, reason);
  }
}
