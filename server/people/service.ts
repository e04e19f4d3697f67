import type { Input, Result } from '#contract/kernel/call.ts';
import type { Owning, Reading } from '#contract/people/calls.ts';
import { type KindName, readableTypes, userTypeOfKind } from '#contract/people/kinds.ts';
import type { Handlers } from '#server/http/registry.ts';
import type { Ctx, Db } from '#server/kernel/ctx.ts';
import type { House } from '#server/kernel/house.ts';
import { add } from '#server/kernel/scoped.ts';
import { csv, type Listed, list } from './lists.ts';
import { full } from './one.ts';
import { account, pictures, update } from './own.ts';

export { headsOfHolder, isHead, superadmins } from '#server/kernel/heads.ts';
export { changeActive, changeRegion, changeStatus, remove, told, upgrade } from './acts.ts';
export { earbLapsed } from './certificate.ts';
export { consequences } from './consequences.ts';
export { companyLedBy, companyName, holderOk, managerOf } from './heads.ts';
export { makao, type Sender, senderOf } from './letterhead.ts';
export { history } from './lists.ts';
export { lockOut } from './lock-out.ts';
export { updateSuperUser } from './own.ts';
export * from './records.ts';
export { askSuperadmin, settleRequest, tellOfSuperadmin } from './two.ts';

/** Lists and records of one kind of people, or of everybody. */
export const reading = (kind: Listed): Handlers<Reading> => ({
  list: (ctx, given) => list(ctx, kind, given),
  csv: (ctx, given) => csv(ctx, kind, given),
  details: (ctx: Ctx, { id, code }: Input<Reading['details']>): Promise<Result<Reading['details']>> =>
    full(ctx, { id, code, types: kind === 'user' ? readableTypes(ctx.me) : [userTypeOfKind(kind)] }),
});

/** One's own account, for one kind of people. */
export const owning = (house: House, kind: KindName): Handlers<Owning> => ({ account, update, ...pictures(house, kind) });

/** Lets a company see somebody: they accepted its invitation, or work for it. For the rooms that bring people together. */
export const connect = (db: Db, companyId: number, personId: number) =>
  add({ db }, 'company_connection')
    .values({ company_id: companyId, person_id: personId })
    .onConflict((oc) => oc.columns(['company_id', 'person_id']).doNothing())
    .execute();
