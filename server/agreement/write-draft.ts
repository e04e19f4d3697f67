import { listDefaultClauseKeys } from '#contract/agreement/body.ts';
import type { AgreementKind } from '#contract/agreement/kinds.ts';
import { agreementMachine } from '#contract/agreement/machine.ts';
import { clock } from '#contract/time/clock.ts';
import { audit } from '#server/kernel/audit.ts';
import { type Ctx, Refusal } from '#server/kernel/ctx.ts';
import { makeMove } from '#server/kernel/move.ts';
import { publishEvent } from '#server/kernel/publish.ts';
import { add, oneRow, unscopedTable } from '#server/kernel/scoped.ts';
import { childrenOf, sameRow } from '#server/kernel/scoped-row.ts';
import { m } from '#words/messages.js';
import { findDefaultAgreementTemplate, parseAgreementTemplateBody, readAgreementTemplate, readTenancyFacts } from './facts.ts';
import { notifyAgreementParties, readAgreementHomeName } from './notify.ts';
import { addParties, buildAgreementParties, buildUpdatedParties, pickPartyFields } from './parties.ts';
import { type AgreementRow, addAgreementTrailEntry, listAgreementParties } from './rows.ts';

type Draft = {
  readonly tenancyId: number;
  readonly kind: AgreementKind;
  readonly templateId?: number | undefined;
  readonly replaces?: AgreementRow;
  /** The time of the draft, if it is not now. */
  readonly at?: Date;
};

/** Writes a draft from a template and the facts of the tenancy. */
export async function writeAgreementDraft(ctx: Ctx, { tenancyId, kind, templateId, replaces, at }: Draft): Promise<number> {
  const facts = await readTenancyFacts(ctx.db, tenancyId);
  const template =
    templateId === undefined
      ? await findDefaultAgreementTemplate(ctx.db, facts.companyId, kind, facts.commercial)
      : await readAgreementTemplate(ctx.db, templateId);
  if (!template) throw new Refusal('conflict', m.agreement_refusal_no_template());
  const { id, code } = await add(ctx, 'agreement')
    .values({
      company_id: facts.companyId,
      agent_company_id: facts.agentCompanyId,
      property_id: facts.propertyId,
      tenancy_id: tenancyId,
      template_id: template.id,
      kind,
      terms: JSON.stringify({}),
      clauses: JSON.stringify(replaces ? replaces.clauses : listDefaultClauseKeys(parseAgreementTemplateBody(template))),
      // Each reader sees the text in their own language; one of the two languages governs.
      language: 'both',
      created_by: ctx.me.userId,
      ...(replaces
        ? {
            version: replaces.version + 1,
            replaces_id: replaces.id,
            language: replaces.language,
            sequential: replaces.sequential,
            message: replaces.message,
          }
        : {}),
    })
    .returning(['id', 'code'])
    .executeTakeFirstOrThrow();
  // Additional parties of the previous version are named again; parties from the tenancy are read from the current tenancy.
  const before = replaces ? (await listAgreementParties(ctx.db, replaces)).map(pickPartyFields) : null;
  await addParties(ctx, id, before ? ((await buildUpdatedParties(ctx.db, facts, before)) ?? before) : await buildAgreementParties(ctx.db, facts));
  await addAgreementTrailEntry(ctx, id, 'drafted', at ? { at } : {});
  await audit(ctx.db, ctx, { kind: 'add', document: 'agreement', id, code, after: { kind, version: replaces ? replaces.version + 1 : 1 } });
  return id;
}
/** A tenancy was created: creates its lease as a draft for the manager. */
export async function draftTenancyLease(ctx: Ctx, { tenancyId }: { readonly tenancyId: number }): Promise<void> {
  const open = await unscopedTable(ctx.db, 'agreement', 'a tenancy may have only one open lease')
    .select()
    .select('id')
    .where('tenancy_id', '=', tenancyId)
    .where('kind', '=', 'lease')
    .where('status', '<>', 'archived')
    .executeTakeFirst();
  // A tenancy that was active before its import already has a lease on paper.
  const coming = await unscopedTable(ctx.db, 'tenancy', 'checks whether the tenancy has yet to begin')
    .select()
    .select('id')
    .where('id', '=', tenancyId)
    .where('status', '=', 'pending')
    .where('opening', 'is', null)
    .executeTakeFirst();
  if (!coming) return;
  const facts = await readTenancyFacts(ctx.db, tenancyId);
  if (open || !(await findDefaultAgreementTemplate(ctx.db, facts.companyId, 'lease', facts.commercial))) return;
  await writeAgreementDraft({ ...ctx, note: { audited: 0 } }, { tenancyId, kind: 'lease' });
}

/** Voids an agreement: all links stop working, and all invited signatories are notified of the reason. */
export async function voidAgreement(ctx: Ctx, row: AgreementRow, reason: string, actor?: 'clock'): Promise<void> {
  await makeMove(ctx, agreementMachine, 'void', row.id, reason, ...(actor ? [actor] : []));
  await closeSigningLinksWithReason(ctx, row, reason);
  await addAgreementTrailEntry(ctx, row.id, 'voided', { detail: { said: reason } });
  const words = { event: 'contract.void', params: { home: await readAgreementHomeName(ctx, row), reason }, key: String(row.id) } as const;
  if (row.status !== 'draft') await notifyAgreementParties(ctx, row, words, (p) => p.invited_at === null || p.person_id === ctx.me.userId);
  await publishEvent(ctx, 'agreement.fell', { agreementId: row.id, tenancyId: row.tenancy_id, why: 'void' });
}

/** Invalidates all signing links of the agreement. */
export const closeSigningLinks = (ctx: Pick<Ctx, 'db'>, row: AgreementRow) =>
  childrenOf(ctx.db, row, 'agreement_party', 'agreement_id').change().set({ token_hash: null, remind_at: null }).execute();
/** Closes all signing links and stores the reason. The caller has just moved the agreement. */
export async function closeSigningLinksWithReason(ctx: Pick<Ctx, 'db'>, row: AgreementRow, reason: string): Promise<void> {
  await closeSigningLinks(ctx, row);
  await sameRow(ctx.db, 'agreement', row).change().set({ reason, updated_at: clock.now() }).$call(oneRow);
}
