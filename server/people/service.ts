import type { Input, Result } from '#contract/kernel/call.ts';
import type { Owning, Reading } from '#contract/people/calls.ts';
import { type KindName, readableTypes, userTypeOfKind } from '#contract/people/kinds.ts';
import type { Handlers } from '#server/http/registry.ts';
import type { Ctx, Db } from '#server/kernel/ctx.ts';
import { add } from '#server/kernel/scoped.ts';
import type { Services } from '#server/kernel/services.ts';
import { csv, type Listed, list } from './lists.ts';
import { account, pictureHandlers, update } from './own-account.ts';
import { readPerson } from './person-record.ts';

export { activeSuperadmins, headsOfHolder, isHead } from '#server/kernel/heads.ts';
export { changeActive, changeRegion, changeStatus, notifyStatusChange, remove, upgrade } from './account-actions.ts';
export { earbLapsed } from './certificate.ts';
export { consequences } from './consequences.ts';
export { askSuperadmin, notifyNewSuperadmin, settleRequest } from './dual-approval.ts';
export { companyLedBy, companyName, isHolderVerified, managerOf } from './heads.ts';
export { platformSender, type Sender, senderOf } from './letterhead.ts';
export { history } from './lists.ts';
export { lockOut } from './lock-out.ts';
export { updateSuperUser } from './own-account.ts';
export * from './records.ts';

/** Lists and records of one kind of people, or of everyone. */
export const peopleReadHandlers = (kind: Listed): Handlers<Reading> => ({
  list: (ctx, given) => list(ctx, kind, given),
  csv: (ctx, given) => csv(ctx, kind, given),
  details: (ctx: Ctx, { id, code }: Input<Reading['details']>): Promise<Result<Reading['details']>> =>
    readPerson(ctx, { id, code, types: kind === 'user' ? readableTypes(ctx.me) : [userTypeOfKind(kind)] }),
});

/** The own account, for one kind of people. */
export const ownAccountHandlers = (services: Services, kind: KindName): Handlers<Owning> => ({ account, update, ...pictureHandlers(services, kind) });

/** Lets a company see a person who accepted its invitation or works for it. For modules that bring people together. */
export const connectPersonToCompany = (db: Db, companyId: number, personId: number) =>
  add({ db }, 'company_connection')
    .values({ company_id: companyId, person_id: personId })
    .onConflict((oc) => oc.columns(['company_id', 'person_id']).doNothing())
    .execute();
