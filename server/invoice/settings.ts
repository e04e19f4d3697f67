import { defaultInvoicingSettings } from '#contract/invoice/kinds.ts';
import type { invoiceRunCalls } from '#contract/invoice/run-calls.ts';
import type { HandlerInput, HandlerResult } from '#contract/kernel/call.ts';
import { clock } from '#contract/time/clock.ts';
import { audit } from '#server/kernel/audit.ts';
import { type Ctx, Refusal } from '#server/kernel/ctx.ts';
import { sentence } from '#server/kernel/locale.ts';
import { add, from } from '#server/kernel/scoped.ts';
import { requireCallerCompanyId } from './access.ts';
import { readLateFeePolicies, readPropertyLateFeeTerms } from './late-fees/fee-tiers.ts';

type Calls = typeof invoiceRunCalls;
const usual = { auto: true, days_before: defaultInvoicingSettings.daysBefore, bills_from: null, vat_registered: false, revision: 0 };

const settingOf = (ctx: Ctx, companyId: number) =>
  from(ctx, 'invoice_setting')
    .select(['auto', 'days_before', 'bills_from', 'vat_registered', 'revision'])
    .where('company_id', '=', companyId)
    .executeTakeFirst();

export async function readInvoiceSettings(ctx: Ctx): Promise<HandlerResult<Calls['invoiceSettings']>> {
  // Staff of Makao have no company and thus no invoice settings.
  if (ctx.me.companyId === null) return { ...usual, policies: [], terms: [] };
  return {
    ...usual,
    ...(await settingOf(ctx, ctx.me.companyId)),
    policies: await readLateFeePolicies(ctx, ctx.me.companyId),
    terms: await readPropertyLateFeeTerms(ctx, ctx.me.companyId),
  };
}

export async function updateInvoiceSettings(
  ctx: Ctx,
  { revision, ...given }: HandlerInput<Calls['updateInvoiceSettings']>,
): Promise<HandlerResult<Calls['updateInvoiceSettings']>> {
  const company_id = requireCallerCompanyId(ctx);
  const before = (await settingOf(ctx, company_id)) ?? usual;
  if (before.revision !== revision) throw new Refusal('conflict', sentence('editConflict'));
  const row = await add(ctx, 'invoice_setting')
    .values({ company_id, ...given, revision: revision + 1 })
    .onConflict((oc) =>
      oc
        .column('company_id')
        .doUpdateSet({ ...given, revision: revision + 1, updated_at: clock.now() })
        .where('invoice_setting.revision', '=', revision),
    )
    .returning('revision')
    .executeTakeFirst();
  if (!row) throw new Refusal('conflict', sentence('editConflict'));
  const { revision: _, ...was } = before;
  await audit(ctx.db, ctx, { kind: 'edit', document: 'invoices', id: null, before: was, after: given });
  return { revision: row.revision };
}
