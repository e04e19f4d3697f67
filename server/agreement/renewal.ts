import type { DomainEvents } from '#contract/kernel/domain-events.ts';
import { asClock, type Ctx, type Db, Refusal } from '#server/kernel/ctx.ts';
import { systemRows } from '#server/kernel/scoped-row.ts';
import { m } from '#words/messages.js';
import { findDefaultAgreementTemplate, readTenancyFacts, type TenancyFacts } from './facts.ts';
import type { AgreementRow } from './rows.ts';
import { voidAgreement, writeAgreementDraft } from './write-draft.ts';

type Terms = Pick<TenancyFacts, 'rentCents' | 'months' | 'endsOn'>;
/** Checks whether a renewal that was sent or signed on paper still matches the current offer. */
const says = ({ terms }: Pick<AgreementRow, 'terms'>, now: Terms): boolean => {
  const then = terms as Partial<Terms>;
  return then.rentCents === now.rentCents && then.months === now.months && then.endsOn === now.endsOn;
};

/** Refuses to sign a renewal whose terms are no longer the agreed ones. The caller has locked it. */
export async function assertRenewalTerms(db: Db, row: AgreementRow): Promise<void> {
  if (row.kind === 'renewal' && !says(row, await readTenancyFacts(db, row.tenancy_id, 'renewal')))
    throw new Refusal('conflict', m.agreement_refusal_other_terms());
}

/**
 * A renewal was agreed. Sent renewals with other terms are withdrawn and their signatories notified; a draft with the agreed terms is created for the
 * manager. A draft already shows the current terms. The system writes it, not a person of either side.
 */
export async function draftRenewal(ctx: Ctx, { tenancyId }: DomainEvents['tenancy.renewed']): Promise<void> {
  const services = asClock(ctx.db, 'the renewal that both sides accepted');
  const now = await readTenancyFacts(ctx.db, tenancyId, 'renewal');
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
    else if (row.status !== 'fully_signed') await voidAgreement(services, row, 'another term was agreed', 'clock');
  }
  if (!written && (await findDefaultAgreementTemplate(ctx.db, now.companyId, 'renewal', now.commercial)))
    await writeAgreementDraft(services, { tenancyId, kind: 'renewal' });
}
