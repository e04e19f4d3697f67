import { sql } from 'kysely';
import { isWholeShillings } from '#contract/money/cents.ts';
import { addDays, type Day, startOfDay } from '#contract/time/days.ts';
import { recordReceipt } from '#server/collection/service.ts';
import { asClock, type Db } from '#server/kernel/ctx.ts';
import { matchPayment } from '#server/matching/service.ts';
import { type CollectionTills, makeDemoMpesaNumber } from './money-payers.ts';

/** Texts that payers typed instead of the account number. */
const typed = ['RENT', 'HOUSE 7', 'NOVEMBER', 'MAMA WAMBUI', '0722', 'A12', 'TCY', 'KODI', '', 'B4 RENT'] as const;
const payers = 'JOSEPH,ALICE,MOSES,PURITY,IBRAHIM,NAOMI,DANIEL,ESTHER,VICTOR,JANE'.split(',');

/** Adds unallocated payments: some can be matched by amount, others cannot be matched. */
export async function fillPaymentExceptions(db: Db, { mpesa }: CollectionTills, today: Day): Promise<void> {
  const { rows: owing } = await sql<{ open_cents: number; phone: string | null }>`/* unscoped: the demo data */
    select i.open_cents, n.phone from invoice i join tenant n on n.id = i.tenant_id
    where i.status = 'unpaid' and i.fund = 'C' and i.kind = 'rent' order by i.id desc limit 50`.execute(db);
  const rows = owing.filter((row) => isWholeShillings(Number(row.open_cents)));
  for (const [n, text] of typed.entries()) {
    const like = n % 2 === 0 ? rows[n / 2] : undefined;
    const { paymentId } = await recordReceipt(asClock(db), {
      rail: 'mpesa',
      external: makeDemoMpesaNumber(900_000 + n, 3),
      account: mpesa,
      cents: like ? Number(like.open_cents) : 450_000 + n * 37_500,
      paidAt: new Date(startOfDay(addDays(today, -1 - n)).getTime() + (9 + n) * 3_600_000),
      accountText: text,
      payer: payers[n] ?? '',
      phone: { phone_sealed: null, phone_tail: like?.phone?.slice(-3) ?? '900', phone_mark: null },
      verifiedBy: 'pull',
    });
    if (paymentId !== null) await matchPayment(db, paymentId);
  }
}
