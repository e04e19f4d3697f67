import { sql } from 'kysely';
import type { agreementCalls } from '#contract/agreement/calls.ts';
import type { signCalls, verifyCalls } from '#contract/agreement/sign-calls.ts';
import type { HandlerInput, HandlerResult } from '#contract/kernel/call.ts';
import type { CallHandlers } from '#server/http/registry.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import type { PendingCount } from '#server/kernel/pending-tasks.ts';
import type { RunningServices } from '#server/kernel/services.ts';
import { containsTextSql, countTabs, readPage } from '#server/lists/list.ts';
import { makeAgreementDetailsReader } from './agreement-detail.ts';
import { readLeasePreviewForBooking } from './before-paying.ts';
import { draftHandlers } from './draft-handlers.ts';
import { paperSigningHandlers } from './paper-signing.ts';
import { selectAgreementSummaries, selectAgreementSummaryRows, toAgreementSummary } from './rows.ts';
import { sendHandlers } from './send.ts';
import { signHandlers } from './signing/signing.ts';
import { verifyHandlers } from './signing/verify.ts';

export { hashSigningToken } from './invite.ts';
export { readAgreementText } from './rows.ts';
export { makeVerificationCode } from './send.ts';
export { listSealedAgreements } from './signing/sealed-pdf.ts';
export { writeAgreementDraft } from './write-draft.ts';

type Calls = typeof agreementCalls;

type Filter = NonNullable<HandlerInput<Calls['list']>['z_filter']>;
/** A signatory sees sent agreements in every company; a manager also sees drafts. */
const seenAs = (f: Filter) => (f.mine || f.waiting ? 'agreement' : 'agreement:managed');
/** The time until which the caller can sign; null when it is not the caller's turn. */
const myTurn = (ctx: Ctx) => sql<Date | null>`(select min(coalesce(own.expires_at, 'infinity')) from agreement_party own
  where own.agreement_id = agreement.id and own.person_id = ${ctx.me.userId} and own.status in ('sent', 'viewed')
  and (agreement.status in ('pending_signature', 'partially_signed') or (agreement.status = 'draft' and agreement.wet_ink is not null)))`;

/** Counts agreements that await the caller's signature, with the next deadline. */
export async function countPendingSignatures(ctx: Ctx, f: Filter): Promise<PendingCount> {
  const { count, due } = await filterAgreements(ctx, f)
    .select([sql<number>`count(*)`.as('count'), sql<Date | null>`min(nullif(${myTurn(ctx)}, 'infinity'))`.as('due')])
    .executeTakeFirstOrThrow();
  return { count, due };
}

export function filterAgreements(ctx: Ctx, f: Filter) {
  let q = selectAgreementSummaries(ctx, seenAs(f));
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
        containsTextSql('agreement.code', text),
        containsTextSql('unit.name', text),
        containsTextSql('property.name', text),
        eb.exists(
          eb
            .selectFrom('agreement_party as who')
            .select('who.id')
            .whereRef('who.agreement_id', '=', 'agreement.id')
            .where(containsTextSql('who.name', text)),
        ),
      ]),
    );
  return q;
}

async function all(ctx: Ctx, { page, page_size, tabs, z_filter = {} }: HandlerInput<Calls['list']>): Promise<HandlerResult<Calls['list']>> {
  const found = filterAgreements(ctx, z_filter);
  const { rows, count } = await readPage(found, { page, page_size }, (q) => q.select('agreement.id').orderBy('agreement.id', 'desc'));
  const counts = await countTabs(tabs, () => filterAgreements(ctx, { ...z_filter, status: undefined }), sql`agreement.status`);
  if (rows.length === 0) return { count, results: [], ...counts };
  const full = await selectAgreementSummaryRows(ctx, seenAs(z_filter))
    .where(
      'agreement.id',
      'in',
      rows.map(({ id }) => id),
    )
    .orderBy('agreement.id', 'desc')
    .execute();
  return { count, results: full.map(toAgreementSummary), ...counts };
}

export const agreementService = (services: RunningServices): CallHandlers<Calls> => {
  const { ownSigningLink } = signHandlers(services);
  return {
    list: all,
    details: makeAgreementDetailsReader(services),
    beforePaying: readLeasePreviewForBooking,
    ...draftHandlers(services),
    ...sendHandlers(services),
    ...paperSigningHandlers(services),
    ownSigningLink,
  };
};
export const signService = (services: RunningServices): CallHandlers<typeof signCalls> => {
  const { ownSigningLink: _, ...rest } = signHandlers(services);
  return rest;
};
export const verifyService = (services: RunningServices): CallHandlers<typeof verifyCalls> => verifyHandlers(services);
