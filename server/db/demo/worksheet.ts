import { sumCents, toCents } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import { addDays, endOfDay, monthStart } from '#contract/time/days.ts';
import { decideWorksheet, prepareWorksheet } from '#server/accounting/service.ts';
import { readQueryPosition } from '#server/bank-statement/service.ts';
import { readCollectionAccount } from '#server/treasury/service.ts';
import type { DemoDatabase } from './demo-database.ts';
import { readDemoSuperadmins } from './money/money.ts';

/** Adds the balance of the paybill at the end of the last month, and its reconciliation worksheet, which two people signed. */
export async function fillDemoWorksheet({ db }: DemoDatabase): Promise<void> {
  const day = addDays(monthStart(clock.today()), -1);
  const at = new Date(endOfDay(day).getTime() - 1_000);
  await db.transaction().execute(async (tx) => {
    const paybill = await tx
      .selectFrom('collection_account')
      .select('id')
      .where('company_id', 'is', null)
      .where('rail', '=', 'mpesa')
      .where('active', '=', true)
      .orderBy('id')
      .executeTakeFirstOrThrow();
    const account = await readCollectionAccount(tx, paybill.id);
    const { books } = await readQueryPosition(tx, account, { bank: 0, day, at });
    const { parts } = await readQueryPosition(tx, account, { bank: books, day, at });
    const cents = toCents(books + sumCents(parts.map((part) => part.cents)));
    await tx
      .insertInto('bank_figure')
      .values({
        ...{ account_id: account.id, source: 'query', day, at, cents, books_cents: toCents(books) },
        ...{ parts: JSON.stringify(parts), difference_cents: toCents(0), checked_at: clock.now() },
      })
      .execute();
    const [maker, second] = await readDemoSuperadmins(tx);
    const { id } = await prepareWorksheet(maker(tx), {
      account_id: account.id,
      day,
      note: 'All receipts and payouts of the month are in the ledger',
    });
    await decideWorksheet(second(tx), { id, sign: true, reason: '' });
  });
}
