import { allocated, mirrored } from '#contract/ledger/postings.ts';
import { cents } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import { addDays } from '#contract/time/days.ts';
import { accountOf, lockForPaying, settle } from '#server/invoice/service.ts';
import { atClock } from '#server/kernel/ctx.ts';
import { knownProofs } from '#server/kernel/proofs.ts';
import { post } from '#server/ledger/service.ts';
import { type Making, make } from '#server/tenancy/service.ts';
import type { House } from '#test/db.ts';
import { addUnit } from './market.ts';

let n = 0;
/** Somebody lives there since two months, and owed nothing yesterday. */
export async function livedIn(house: House, property: number, more: Partial<Making> = {}, personId: number | null = null): Promise<number> {
  const unitId = more.unitId ?? (await addUnit(house, property));
  const today = clock.today();
  const somebody = { personId, name: `Tenant ${++n}`, phone: `+2547139${String(10_000 + n)}`, email: null };
  const { id } = await house.database.db.transaction().execute((tx) =>
    make(atClock(tx), {
      unitId,
      startsOn: addDays(today, -60),
      endsOn: addDays(today, 400),
      people: [{ somebody, role: 'lead', shareBp: 10_000 }],
      rentCents: 3_000_000,
      period: 2,
      depositCents: 3_000_000,
      opening: { balance_cents: 0, deposit_held_cents: 0, as_of: addDays(today, -40) },
      ...more,
    }),
  );
  return id;
}

let paid = 0;
/** As the payment room does it: money is put to the lines in their order, in the books and on the invoice. Below zero takes it back. */
export async function putMoney(house: House, invoiceId: number, amount: number, how = 'mpesa'): Promise<void> {
  await house.database.db.transaction().execute(async (tx) => {
    const ctx = atClock(tx);
    const [one] = await lockForPaying(ctx, [invoiceId]);
    if (!one) throw new Error('no such invoice');
    let left = Math.abs(amount);
    const parts: { lineId: number; cents: number }[] = [];
    for (const line of one.lines) {
      const part = Math.min(left, amount > 0 ? line.open_cents : line.paid_cents);
      if (part === 0) continue;
      left -= part;
      const pairs = allocated({
        fund: one.fund,
        payer: accountOf(one),
        cents: part,
        deposit: line.kind === 'deposit',
        active: one.active,
        from: 'receipt',
      });
      await post(tx, {
        key: `test:${++paid}`,
        kind: 'money_allocated',
        source: ['invoice', invoiceId],
        params: {},
        pairs: amount > 0 ? pairs : mirrored(pairs),
      });
      parts.push({ lineId: line.id, cents: cents(amount > 0 ? part : -part) });
    }
    await settle(ctx, [{ invoiceId, parts, on: clock.today(), how }]);
  });
}

/** What rooms above hold beside the books: here money is put to invoices without them. */
const above = ['suspense_is_unallocated', 'invoices_are_allocations'];
/** What the books say does not hold; nothing, where all is well. */
export async function unproven(house: House): Promise<unknown[]> {
  const found = [];
  for (const proof of knownProofs().filter(({ name }) => !above.includes(name))) {
    const differences = await proof.differences(house.database.db, null);
    if (differences.length > 0) found.push({ proof: proof.name, differences });
  }
  return found;
}

/** The company charges VAT from now on. */
export const chargesVat = async (house: House, companyId: number | null): Promise<void> => {
  const setting = { company_id: companyId ?? 0, vat_registered: true };
  await house.database.db
    .insertInto('invoice_setting')
    .values(setting)
    .onConflict((oc) => oc.column('company_id').doUpdateSet(setting))
    .execute();
};
