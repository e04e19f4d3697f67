import { sql } from 'kysely';
import type { agreementCalls } from '#contract/agreement/calls.ts';
import type { signCalls, verifyCalls } from '#contract/agreement/sign-calls.ts';
import type { Input, Result } from '#contract/kernel/call.ts';
import type { Handlers } from '#server/http/registry.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import type { House } from '#server/kernel/house.ts';
import type { Waiting } from '#server/kernel/waits.ts';
import { contains, pageOf, tabsOf } from '#server/lists/list.ts';
import { beforePaying } from './before-paying.ts';
import { drafting } from './drafting.ts';
import { details } from './full.ts';
import { inking } from './paper.ts';
import { headRows, heads, toHead } from './rows.ts';
import { sending } from './send.ts';
import { signing } from './signing/signing.ts';
import { verifying } from './signing/verify.ts';

export { draft } from './drafts.ts';
export { hashOf } from './invite.ts';
export { wordsOf } from './rows.ts';
export { newVerifyCode } from './send.ts';
export { sealedOf } from './signing/sealed.ts';

type Calls = typeof agreementCalls;

type Filter = NonNullable<Input<Calls['all']>['z_filter']>;
/** Who is to sign sees those that were sent, wherever they are; who manages sees drafts too. */
const seenAs = (f: Filter) => (f.mine || f.waiting ? 'agreement' : 'agreement:managed');
/** Until when the caller may sign; null where it is not their turn. A link that was sent may outlive what it was for. */
const myTurn = (ctx: Ctx) => sql<Date | null>`(select min(coalesce(own.expires_at, 'infinity')) from agreement_party own
  where own.agreement_id = agreement.id and own.person_id = ${ctx.me.userId} and own.status in ('sent', 'viewed')
  and (agreement.status in ('pending_signature', 'partially_signed') or (agreement.status = 'draft' and agreement.wet_ink is not null)))`;

/** How many wait for the caller's own signature, and until when the next of them does. */
export async function toSign(ctx: Ctx, f: Filter): Promise<Waiting> {
  const { count, due } = await foundAgreements(ctx, f)
    .select([sql<number>`count(*)`.as('count'), sql<Date | null>`min(nullif(${myTurn(ctx)}, 'infinity'))`.as('due')])
    .executeTakeFirstOrThrow();
  return { count, due };
}

export function foundAgreements(ctx: Ctx, f: Filter) {
  let q = heads(ctx, seenAs(f));
  if (f.mine)
    q = q.where((eb) =>
      eb.exists(
        eb
          .selectFrom('agreement_party as own')
          .select('own.id')
          .whereRef('own.agreement_id', '=', 'agreement.id')
          .where('own.person_id', '=', ctx.me.userId),
      ),
    );
  if (f.waiting) q = q.where(sql<boolean>`${myTurn(ctx)} is not null`);
  if (f.tenancy_id) q = q.where('agreement.tenancy_id', '=', f.tenancy_id);
  if (f.status) q = q.where('agreement.status', '=', f.status);
  const { q: text } = f;
  if (text)
    q = q.where((eb) =>
      eb.or([
        contains('agreement.code', text),
        contains('unit.name', text),
        contains('property.name', text),
        eb.exists(
          eb
            .selectFrom('agreement_party as who')
            .select('who.id')
            .whereRef('who.agreement_id', '=', 'agreement.id')
            .where(contains('who.name', text)),
        ),
      ]),
    );
  return q;
}

async function all(ctx: Ctx, { page, page_size, tabs, z_filter = {} }: Input<Calls['all']>): Promise<Result<Calls['all']>> {
  const found = foundAgreements(ctx, z_filter);
  const { rows, count } = await pageOf(found, { page, page_size }, (q) => q.select('agreement.id').orderBy('agreement.id', 'desc'));
  const counts = await tabsOf(tabs, () => foundAgreements(ctx, { ...z_filter, status: undefined }), sql`agreement.status`);
  if (rows.length === 0) return { count, results: [], ...counts };
  const full = await headRows(ctx, seenAs(z_filter))
    .where(
      'agreement.id',
      'in',
      rows.map(({ id }) => id),
    )
    .orderBy('agreement.id', 'desc')
    .execute();
  return { count, results: full.map(toHead), ...counts };
}

export const agreementService = (house: House): Handlers<Calls> => {
  const { myLink } = signing(house);
  return { all, details: details(house), beforePaying, ...drafting(house), ...sending(house), ...inking(house), myLink };
};
export const signService = (house: House): Handlers<typeof signCalls> => {
  const { myLink: _, ...rest } = signing(house);
  return rest;
};
export const verifyService = (house: House): Handlers<typeof verifyCalls> => verifying(house);
