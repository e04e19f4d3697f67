import type { Happenings } from '#contract/kernel/happenings.ts';
import { atClock, type Ctx, type Db, Refusal } from '#server/kernel/ctx.ts';
import { systemRows } from '#server/kernel/scoped-row.ts';
import { m } from '#words/messages.js';
import { draft, takeBack } from './drafts.ts';
import { factsOf, firstTemplate, type TenancyFacts } from './facts.ts';
import type { AgreementRow } from './rows.ts';

type Terms = Pick<TenancyFacts, 'rentCents' | 'months' | 'endsOn'>;
/** Whether a renewal that was sent, or signed on paper, says what both sides speak of now. */
const says = ({ terms }: Pick<AgreementRow, 'terms'>, now: Terms): boolean => {
  const then = terms as Partial<Terms>;
  return then.rentCents === now.rentCents && then.months === now.months && then.endsOn === now.endsOn;
};

/** Nobody signs a renewal whose terms are no longer those that were agreed. Whoever calls holds it. */
export async function insistAgreed(db: Db, row: AgreementRow): Promise<void> {
  if (row.kind === 'renewal' && !says(row, await factsOf(db, row.tenancy_id, 'renewal')))
    throw new Refusal('conflict', m.agreement_refusal_other_terms());
}

/**
 * Another term was agreed: renewals that were sent with other terms are taken back, with word to everybody who was asked, and one with these terms
 * waits as a draft for who manages it. One that is a draft already reads as what is known now. Nobody of either side writes it: it follows.
 */
export async function renewalFor(ctx: Ctx, { tenancyId }: Happenings['tenancy.renewed']): Promise<void> {
  const house = atClock(ctx.db, 'the renewal that was agreed');
  const now = await factsOf(ctx.db, tenancyId, 'renewal');
  const rows = await systemRows(ctx.db, 'agreement', 'the renewals of a tenancy that was renewed')
    .selectAll()
    .where('tenancy_id', '=', tenancyId)
    .where('kind', '=', 'renewal')
    .where('status', 'in', ['draft', 'pending_signature', 'partially_signed', 'fully_signed'])
    .orderBy('id')
    .forUpdate()
    .execute();
  let written = false;
  for (const row of rows) {
    const follows = row.status === 'draft' && row.wet_ink === null;
    if (follows || says(row, now)) written = true;
    else if (row.status !== 'fully_signed') await takeBack(house, row, 'another term was agreed', 'clock');
  }
  if (!written && (await firstTemplate(ctx.db, now.companyId, 'renewal', now.commercial))) await draft(house, { tenancyId, kind: 'renewal' });
}
