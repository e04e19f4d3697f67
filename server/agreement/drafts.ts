import { chosenByDefault } from '#contract/agreement/body.ts';
import type { AgreementKind } from '#contract/agreement/kinds.ts';
import { agreementMachine } from '#contract/agreement/machine.ts';
import { clock } from '#contract/time/clock.ts';
import { audit } from '#server/kernel/audit.ts';
import { type Ctx, Refusal } from '#server/kernel/ctx.ts';
import { happened } from '#server/kernel/happen.ts';
import { move } from '#server/kernel/move.ts';
import { add, everything, oneRow } from '#server/kernel/scoped.ts';
import { childrenOf, itself } from '#server/kernel/scoped-row.ts';
import { m } from '#words/messages.js';
import { bodyOf, factsOf, firstTemplate, templateOf } from './facts.ts';
import { addParties, again, followed, partiesOf } from './parties.ts';
import { type AgreementRow, note, partiesIn } from './rows.ts';
import { homeOf, tellParties } from './tell.ts';

type Draft = {
  readonly tenancyId: number;
  readonly kind: AgreementKind;
  readonly templateId?: number | undefined;
  readonly replaces?: AgreementRow;
  /** When it was written, where that is not now. */
  readonly at?: Date;
};

/** Writes a draft from a template and what is known of the tenancy. */
export async function draft(ctx: Ctx, { tenancyId, kind, templateId, replaces, at }: Draft): Promise<number> {
  const facts = await factsOf(ctx.db, tenancyId);
  const template =
    templateId === undefined ? await firstTemplate(ctx.db, facts.companyId, kind, facts.commercial) : await templateOf(ctx.db, templateId);
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
      clauses: JSON.stringify(replaces ? replaces.clauses : chosenByDefault(bodyOf(template))),
      // Everybody reads it in their own language; one of the two governs.
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
  // Whoever was named beside those of the tenancy is named again; those of the tenancy are who they are now.
  const before = replaces ? (await partiesIn(ctx.db, replaces)).map(again) : null;
  await addParties(ctx, id, before ? ((await followed(ctx.db, facts, before)) ?? before) : await partiesOf(ctx.db, facts));
  await note(ctx, id, 'drafted', at ? { at } : {});
  await audit(ctx.db, ctx, { kind: 'add', document: 'agreement', id, code, after: { kind, version: replaces ? replaces.version + 1 : 1 } });
  return id;
}
/** A tenancy was made: its lease waits as a draft for whoever manages it. */
export async function draftFor(ctx: Ctx, { tenancyId }: { readonly tenancyId: number }): Promise<void> {
  const open = await everything(ctx.db, 'agreement', 'one lease at a time')
    .select()
    .select('id')
    .where('tenancy_id', '=', tenancyId)
    .where('kind', '=', 'lease')
    .where('status', '<>', 'archived')
    .executeTakeFirst();
  // What was lived in before it came here has its lease already, on paper.
  const coming = await everything(ctx.db, 'tenancy', 'whether it is still to begin')
    .select()
    .select('id')
    .where('id', '=', tenancyId)
    .where('status', '=', 'pending')
    .where('opening', 'is', null)
    .executeTakeFirst();
  if (!coming) return;
  const facts = await factsOf(ctx.db, tenancyId);
  if (open || !(await firstTemplate(ctx.db, facts.companyId, 'lease', facts.commercial))) return;
  await draft({ ...ctx, note: { audited: 0 } }, { tenancyId, kind: 'lease' });
}

/** No link opens any more, and everybody who was asked hears why. */
export async function takeBack(ctx: Ctx, row: AgreementRow, reason: string, actor?: 'clock'): Promise<void> {
  await move(ctx, agreementMachine, 'void', row.id, reason, ...(actor ? [actor] : []));
  await closeFor(ctx, row, reason);
  await note(ctx, row.id, 'voided', { detail: { said: reason } });
  const words = { event: 'contract.void', params: { home: await homeOf(ctx, row), reason }, key: String(row.id) } as const;
  if (row.status !== 'draft') await tellParties(ctx, row, words, (p) => p.invited_at === null || p.person_id === ctx.me.userId);
  await happened(ctx, 'agreement.fell', { agreementId: row.id, tenancyId: row.tenancy_id, why: 'void' });
}

/** No link opens any more. */
export const close = (ctx: Pick<Ctx, 'db'>, row: AgreementRow) =>
  childrenOf(ctx.db, row, 'agreement_party', 'agreement_id').change().set({ token_hash: null, remind_at: null }).execute();
/** The same for good, with why: whoever calls has just moved it. */
export async function closeFor(ctx: Pick<Ctx, 'db'>, row: AgreementRow, reason: string): Promise<void> {
  await close(ctx, row);
  await itself(ctx.db, 'agreement', row).change().set({ reason, updated_at: clock.now() }).$call(oneRow);
}
