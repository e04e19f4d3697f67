import { sql } from 'kysely';
import { applyRate, toCents, toWholeShillings } from '#contract/money/cents.ts';
import { addDays, type Day, startOfDay } from '#contract/time/days.ts';
import { buildBankLineReference } from '#server/bank-statement/service.ts';
import type { Db } from '#server/kernel/ctx.ts';
import type { PastPayment } from './past-payments.ts';

/** How a tenant pays, always the same: most pay on time, some late or in parts, and some have recently stopped (arrears). */
type Habit = 'prompt' | 'late' | 'parts' | 'month_late' | 'stopped' | 'demo';
const habits: readonly Habit[] = [
  ...Array.from({ length: 12 }, () => 'prompt' as const),
  ...(['late', 'late', 'late', 'parts', 'parts', 'month_late', 'month_late', 'stopped'] as const),
];

type Open = {
  id: number;
  tenancy_id: number;
  company_id: number;
  tenancy_code: string;
  fund: 'C' | 'M';
  kind: string;
  open_cents: number;
  total_cents: number;
  paid_cents: number;
  due_on: Day;
  who: string;
  phone: string | null;
  demo: boolean;
};
export type CollectionTills = {
  readonly mpesa: PastPayment['account'];
  readonly bank: PastPayment['account'];
  readonly own: ReadonlyMap<number, PastPayment['account']>;
};

/** A number from 0 to below `n` that depends only on the given numbers. */
const dice = (n: number, ...of: number[]): number => {
  let seed = 2_166_136_261;
  for (const one of of) seed = Math.imul(seed ^ one, 16_777_619) >>> 0;
  return (seed >>> 7) % n;
};

/** All invoices that are open on that day. */
const openAt = async (db: Db): Promise<Open[]> =>
  (
    await sql<Open>`/* unscoped: the demo pays its own invoices */
      select i.id, i.tenancy_id, i.company_id, t.code as tenancy_code, i.fund, i.kind, i.open_cents, i.total_cents, i.paid_cents, i.due_on::text as due_on, n.name as who, n.phone,
        coalesce(g.email = 'tenant@makao.test', false) as demo
      from invoice i join tenancy t on t.id = i.tenancy_id join tenant n on n.id = i.tenant_id left join person g on g.id = n.person_id
      where i.status in ('unpaid', 'active') and i.booking_id is null order by i.due_on, i.id`.execute(db)
  ).rows;

/**
 * The payments received by a day: tenants pay their open invoices in their usual way. `today` is the real date, because some have recently stopped.
 */
export async function planPastPayments(db: Db, by: Day, today: Day, tills: CollectionTills): Promise<PastPayment[]> {
  const came: PastPayment[] = [];
  for (const invoice of await openAt(db)) {
    const paid = pays(invoice, today);
    if (!paid || paid.on > by || paid.cents <= 0) continue;
    came.push(toCame(invoice, paid, tills));
  }
  return came;
}

function pays(invoice: Open, today: Day): { on: Day; cents: number } | null {
  const habit: Habit = invoice.demo ? 'demo' : (habits[dice(habits.length, invoice.tenancy_id, 3)] ?? 'prompt');
  const after = (days: number) => addDays(invoice.due_on, days);
  const whole = { on: after(dice(4, invoice.id, 5)), cents: invoice.open_cents };
  if (habit === 'late') return { on: after(6 + dice(9, invoice.id, 7)), cents: invoice.open_cents };
  if (habit === 'month_late') return { on: after(27 + dice(12, invoice.id, 11)), cents: invoice.open_cents };
  // In two parts: more than half on the due date, the rest in the third week; the latest rest is not paid yet.
  if (habit === 'parts')
    return invoice.paid_cents === 0
      ? { on: after(1), cents: toWholeShillings(applyRate(invoice.total_cents, 6_000)) }
      : { on: after(19), cents: invoice.open_cents };
  if (habit === 'stopped' && invoice.due_on > addDays(today, -100)) return null;
  // The demo tenant owes only the latest rent.
  if (habit === 'demo' && invoice.due_on > addDays(today, -32)) return null;
  return whole;
}
/** The text of a tenant's transfer, as the bank's statement has it. */
export const buildTransferText = (payer: string, accountText: string): string => `EFT FROM ${payer.toUpperCase()} ACC ${accountText}`;

function toCame(invoice: Open, { on, cents: sum }: { on: Day; cents: number }, { mpesa, bank, own }: CollectionTills): PastPayment {
  const at = new Date(startOfDay(on).getTime() + (7 + dice(12, invoice.id, 13)) * 3_600_000 + dice(3600, invoice.id, 17) * 1000);
  const typed = invoice.tenancy_code.replaceAll('-', '');
  const number = makeDemoMpesaNumber(invoice.id, invoice.paid_cents > 0 ? 1 : 0);
  const tail = invoice.phone?.slice(-3) ?? null;
  const common = {
    invoiceIds: [invoice.id],
    cents: sum,
    paidAt: at,
    payer: invoice.who,
    phone: { phone_sealed: null, phone_tail: tail, phone_mark: null },
  };
  if (invoice.fund === 'M') {
    const account = own.get(invoice.company_id);
    if (!account) throw new Error(`Company ${invoice.company_id} has no collection account of its own.`);
    const how = (['mpesa', 'bank', 'mpesa', 'cash'] as const)[dice(4, invoice.tenancy_id, 19)] ?? 'mpesa';
    const rail = how === 'cash' ? 'cash' : how;
    return {
      ...common,
      rail,
      how,
      external: `co${invoice.company_id}:${number}`,
      account,
      accountText: '',
      verifiedBy: how === 'cash' ? 'cash' : 'person',
    };
  }
  const byBank = dice(5, invoice.tenancy_id, 23) === 0;
  // A transfer has the reference that the import of the bank's statement gives it.
  const line = { day: on, cents: toCents(sum), reference: `FT${number}`, details: buildTransferText(invoice.who, typed) };
  const transfer = { external: buildBankLineReference(bank.id, line), reference: line.reference };
  return byBank
    ? { ...common, ...transfer, rail: 'bank', how: 'bank', account: bank, accountText: typed, verifiedBy: 'statement' }
    : { ...common, rail: 'mpesa', how: 'paybill', external: number, account: mpesa, accountText: typed, verifiedBy: 'pull' };
}

/** A unique code in the format of M-Pesa codes, ten letters and digits, for each payment of the demo. */
const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZ0123456789';
export function makeDemoMpesaNumber(id: number, n: number): string {
  let left = id * 8 + n + 40_000_000;
  let text = '';
  for (let at = 0; at < 8; at++) {
    text = (letters[(left * 7 + at * 5) % letters.length] ?? 'A') + text;
    left = Math.floor(left / letters.length);
  }
  return `TK${text}`;
}
