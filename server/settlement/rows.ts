import { sql } from 'kysely';
import type { SettlementSummary, TransferSummary } from '#contract/settlement/shapes.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { from } from '#server/kernel/scoped.ts';
import { systemRows } from '#server/kernel/scoped-row.ts';
import { type CompanyAndCountyRow, companyAndCountyColumns, toCompanyAndCounty } from '#server/lists/holder.ts';
import { formatPayoutAccountLabel } from '#server/wallet/service.ts';

/** The payouts visible to the caller, with their names. */
export const selectVisiblePayouts = (ctx: Ctx) =>
  from(ctx, 'settlement_payment')
    .innerJoin('company', 'company.id', 'settlement_payment.company_id')
    .leftJoin('settlement_run', 'settlement_run.id', 'settlement_payment.run_id')
    .leftJoin('payout_account', 'payout_account.id', 'settlement_payment.payout_account_id')
    .leftJoin('person as maker', 'maker.id', 'settlement_payment.made_by')
    .leftJoin('person as approver', 'approver.id', 'settlement_payment.approved_by');

export const payoutSummaryColumns = [
  'settlement_payment.id',
  'settlement_payment.code',
  ...companyAndCountyColumns('settlement_payment.company_id', 'company.region'),
  'settlement_payment.kind',
  'settlement_run.code as run',
  'settlement_payment.account_code',
  'settlement_payment.cut_off',
  'settlement_payment.rail',
  'payout_account.bank_code',
  'payout_account.tail',
  'settlement_payment.net_cents',
  'settlement_payment.fee_cents',
  'settlement_payment.status',
  'maker.name as made_by_name',
  'maker.company_id as maker_company',
  'approver.name as approved_by_name',
  'settlement_payment.created_at',
  'settlement_payment.paid_at',
] as const;

type SummaryRow = CompanyAndCountyRow &
  Pick<SettlementSummary, 'id' | 'code' | 'kind' | 'run' | 'account_code' | 'cut_off' | 'rail' | 'net_cents' | 'fee_cents' | 'status'> & {
    bank_code: string | null;
    tail: string | null;
    made_by_name: string | null;
    maker_company: number | null;
    approved_by_name: string | null;
    created_at: Date;
    paid_at: Date | null;
  };
/** A payee sees which of their own staff requested a payout, and no names of platform staff. */
const makersOf = ({ me }: Pick<Ctx, 'me'>, r: SummaryRow): Pick<SettlementSummary, 'made_by' | 'approved_by'> =>
  me.companyId === null
    ? { made_by: r.made_by_name, approved_by: r.approved_by_name }
    : { made_by: r.maker_company === me.companyId ? r.made_by_name : null, approved_by: null };
export const toPayoutSummary = (ctx: Pick<Ctx, 'me'>, r: SummaryRow): SettlementSummary => ({
  id: r.id,
  code: r.code,
  kind: r.kind,
  run: r.run,
  account_code: r.account_code,
  cut_off: r.cut_off,
  rail: r.rail,
  status: r.status,
  ...toCompanyAndCounty(r),
  to: r.rail && r.tail ? formatPayoutAccountLabel({ rail: r.rail, bank_code: r.bank_code, tail: r.tail }) : null,
  net_cents: r.net_cents,
  fee_cents: r.fee_cents,
  ...makersOf(ctx, r),
  created_at: r.created_at.toISOString(),
  paid_at: r.paid_at?.toISOString() ?? null,
});

/** The attempts of a payout, for readers who may see the payout or its error. */
export const selectVisibleTransferAttempts = (ctx: Pick<Ctx, 'db'>) =>
  joined(systemRows(ctx.db, 'settlement_transaction', 'attempts of a payout or an error the caller sees'));
export const selectTransferAttemptsInScope = (ctx: Ctx) => joined(from(ctx, 'settlement_transaction'));
const joined = (query: ReturnType<typeof from<'settlement_transaction'>>) =>
  query
    .innerJoin('settlement_payment', 'settlement_payment.id', 'settlement_transaction.settlement_id')
    .innerJoin('company', 'company.id', 'settlement_payment.company_id');

export const transferColumns = [
  'settlement_transaction.id',
  'settlement_transaction.code',
  ...companyAndCountyColumns('settlement_payment.company_id', 'company.region'),
  'settlement_payment.id as payment_id',
  'settlement_payment.code as payment_code',
  'settlement_transaction.part',
  'settlement_transaction.attempt',
  'settlement_transaction.rail',
  'settlement_transaction.bank_code',
  'settlement_transaction.tail',
  sql<number>`settlement_transaction.cents`.as('cents'),
  'settlement_transaction.fee_cents',
  'settlement_transaction.external_id',
  'settlement_transaction.status',
  'settlement_transaction.created_at',
  'settlement_transaction.sent_at',
  'settlement_transaction.settled_at',
] as const;
type TransferColumns = CompanyAndCountyRow &
  Pick<TransferSummary, 'id' | 'code' | 'part' | 'attempt' | 'rail' | 'bank_code' | 'tail' | 'cents' | 'fee_cents' | 'external_id' | 'status'> & {
    payment_id: number;
    payment_code: string;
    created_at: Date;
    sent_at: Date | null;
    settled_at: Date | null;
  };
export const toTransfer = (r: TransferColumns): TransferSummary => ({
  id: r.id,
  code: r.code,
  part: r.part,
  attempt: r.attempt,
  rail: r.rail,
  bank_code: r.bank_code,
  tail: r.tail,
  cents: r.cents,
  fee_cents: r.fee_cents,
  external_id: r.external_id,
  status: r.status,
  settlement: { id: r.payment_id, code: r.payment_code },
  ...toCompanyAndCounty(r),
  created_at: r.created_at.toISOString(),
  sent_at: r.sent_at?.toISOString() ?? null,
  settled_at: r.settled_at?.toISOString() ?? null,
});
