import type { HandlerInput, HandlerResult } from '#contract/kernel/call.ts';
import type { FamilyOwnCalls, FamilyReadCalls } from '#contract/people/calls.ts';
import { getUserTypeOfKind, listReadableUserTypes, type PersonKindName } from '#contract/people/kinds.ts';
import type { CallHandlers } from '#server/http/registry.ts';
import type { Ctx, Db } from '#server/kernel/ctx.ts';
import { add } from '#server/kernel/scoped.ts';
import type { RunningServices } from '#server/kernel/services.ts';
import { exportPeopleCsv, type ListedPersonKind, listPeople } from './lists.ts';
import { pictureHandlers, readOwnAccount, updateOwnAccount } from './own-account.ts';
import { readPerson } from './person-record.ts';

export { isCompanyHeadSql, listActiveSuperadmins, listHeadsOfPropertyOwner } from '#server/kernel/heads.ts';
export {
  changeAccountRegion as changeRegion,
  changeAccountStatus as changeStatus,
  notifyAccountStatusChange,
  removeAccount as remove,
  upgradeAccount as upgrade,
} from './account-actions.ts';
export { setAccountActive as changeActive } from './account-active.ts';
export { hasOnlyExpiredCertificates } from './certificate.ts';
export { readSuspensionConsequences as consequences } from './consequences.ts';
export { decideDualApproval as settleRequest, notifyNewSuperadmin, requestDualApproval as askSuperadmin } from './dual-approval.ts';
export { isOwnerVerifiedSql, readCompanyContact, readCompanyLedByPerson, readCompanyName } from './heads.ts';
export { type LetterSender, platformSender, readLetterSender } from './letterhead.ts';
export { readAccountHistory as history } from './lists.ts';
export { revokeAllAccess } from './lock-out.ts';
export { updateSuperUserAccount as updateSuperUser } from './own-account.ts';
export * from './records.ts';

/** Lists and records of one kind of people, or of everyone. */
export const peopleReadHandlers = (kind: ListedPersonKind): CallHandlers<FamilyReadCalls> => ({
  list: (ctx, given) => listPeople(ctx, kind, given),
  csv: (ctx, given) => exportPeopleCsv(ctx, kind, given),
  details: (ctx: Ctx, { id, code }: HandlerInput<FamilyReadCalls['details']>): Promise<HandlerResult<FamilyReadCalls['details']>> =>
    readPerson(ctx, { id, code, types: kind === 'user' ? listReadableUserTypes(ctx.me) : [getUserTypeOfKind(kind)] }),
});

/** The caller's own account, for one kind of people. */
export const ownAccountHandlers = (services: RunningServices, kind: PersonKindName): CallHandlers<FamilyOwnCalls> => ({
  account: readOwnAccount,
  update: updateOwnAccount,
  ...pictureHandlers(services, kind),
});

/** Lets a company see a person who accepted its invitation or works for it. Modules that connect people with companies call it. */
export const connectPersonToCompany = (db: Db, companyId: number, personId: number) =>
  add({ db }, 'company_connection')
    .values({ company_id: companyId, person_id: personId })
    .onConflict((oc) => oc.columns(['company_id', 'person_id']).doNothing())
    .execute();
