import { received } from '#contract/ledger/postings.ts';
import { paymentMachine } from '#contract/payment/machine.ts';
import { bare } from '#contract/payment/match.ts';
import { dayOf } from '#contract/time/days.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { happenedMany } from '#server/kernel/happen.ts';
import { moveMany } from '#server/kernel/move.ts';
import { add, everything } from '#server/kernel/scoped.ts';
import { postMany } from '#server/ledger/service.ts';
import { hows, type Movement, paymentsBy, shownExternal, type Taken, takeMovement, tillOf, turn } from './movement.ts';
import { howText } from './rows.ts';

const why = 'one movement of money is credited once';
/** New money under a number of its own: nobody knows the number, and no prompt of ours asked for it; of a bank's money none ever did. */
type Plain = Movement & { readonly external: string };

/**
 * What `takeMovement` does to one, for those that were proven together: whatever is new and answers no prompt in one statement a table, the rest one
 * by one. Answers in their order. Nobody is promised to look whose they are: whoever takes them does, and a sweep after them.
 */
export async function takeMovements(ctx: Ctx, given: readonly Movement[]): Promise<Taken[]> {
  const plain = given.length > 1 ? await plainOf(ctx, given) : new Set<Movement>();
  const ids = await creditMany(ctx, [...plain]);
  const taken: Taken[] = [];
  for (const one of given)
    taken.push(
      plain.has(one) ? { paymentId: ids.get(one.external ?? '') ?? null, became: 'credited' } : await takeMovement(ctx, { ...one, looked: true }),
    );
  return taken;
}

async function plainOf(ctx: Ctx, given: readonly Movement[]): Promise<Set<Movement>> {
  const rail = given[0]?.rail ?? 'mpesa';
  const some = given.filter(
    (one) => one.rail === rail && one.external !== null && one.push === undefined && (rail === 'bank' || bare(one.accountText) !== ''),
  );
  const externals = some.flatMap(({ external }) => external ?? []);
  if (externals.length === 0) return new Set();
  await turn(ctx.db, rail, externals);
  const known = await paymentsBy(
    ctx.db,
    rail,
    some.map(({ account, external }) => ({ account, external: external ?? '' })),
  );
  const prompts = await everything(ctx.db, 'push', why)
    .select()
    .select(['account_id', 'reference'])
    .where('reference', 'in', [...new Set(some.map(({ accountText }) => bare(accountText)))])
    .execute();
  const references = new Set(prompts.map((row) => `${row.account_id}:${row.reference}`));
  const plain = new Map<string, Movement>();
  for (const [n, one] of some.entries())
    if (known[n] === undefined && !references.has(`${one.account.id}:${bare(one.accountText)}`) && !plain.has(one.external ?? ''))
      plain.set(one.external ?? '', one);
  return new Set(plain.values());
}

/** Payments with their receipts, in the books; by their numbers. */
async function creditMany(ctx: Ctx, given: readonly Movement[]): Promise<Map<string, number>> {
  const all = given.filter((one): one is Plain => one.external !== null);
  if (all.length === 0) return new Map();
  const rows = await add(ctx, 'payment')
    .values(
      all.map((one) => ({
        ...{ purpose: 1, how: hows[one.rail], fund: one.account.fund, cents: one.cents, company_id: one.account.company_id },
        ...{
          account_id: one.account.id,
          account_text: one.accountText,
          ...one.phone,
          external: shownExternal(one.external),
          payer: one.payer || null,
        },
        ...{ received_at: one.paidAt, paid_on: dayOf(one.paidAt) },
      })),
    )
    .returning(['id', 'code', 'external', 'purpose', 'how', 'company_id', 'fund'])
    .execute();
  const payments = new Map(rows.map((row) => [row.external, row]));
  const both = all.flatMap((one) => {
    const payment = payments.get(shownExternal(one.external));
    return payment ? [{ one, payment }] : [];
  });
  const receipts = await add(ctx, 'receipt')
    .values(
      both.map(({ one, payment }) => ({
        ...{ rail: one.rail, external_id: one.external, account_id: one.account.id, payment_id: payment.id, fund: payment.fund, cents: one.cents },
        ...{ paid_at: one.paidAt, account_text: one.accountText, payer: one.payer, ...one.phone, verified_by: one.verifiedBy },
        inbox_id: one.inboxId ?? null,
      })),
    )
    .returning(['id', 'payment_id'])
    .execute();
  const receiptOf = new Map(receipts.map((row) => [row.payment_id, row.id]));
  await moveMany(
    ctx,
    paymentMachine,
    'complete',
    both.map(({ payment }) => payment.id),
    null,
    'clock',
  );
  await postMany(
    ctx.db,
    both
      .filter(({ payment }) => payment.fund === 'C')
      .map(({ one, payment }) => ({
        ...{ key: `receipt:${receiptOf.get(payment.id)}`, kind: 'money_received', valueDay: dayOf(one.paidAt), source: ['payment', payment.id] },
        ...{ companyId: payment.company_id, params: { who: one.payer, how: howText(payment), code: payment.code }, by: ctx.me.userId },
        pairs: received(tillOf(one.account, payment), one.cents),
      })),
  );
  await happenedMany(
    ctx,
    'payment.completed',
    both.map(({ one, payment }) => ({
      ...{ paymentId: payment.id, purpose: payment.purpose, companyId: payment.company_id, cents: one.cents, forWhat: null },
    })),
  );
  return new Map(both.map(({ one, payment }) => [one.external, payment.id]));
}
