import { randomBytes } from 'node:crypto';
import { cents } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import { recorded } from '#server/collection/service.ts';
import { atClock } from '#server/kernel/ctx.ts';
import { seal } from '#server/kernel/seal.ts';
import { addAccount, platformAccount } from '#server/treasury/accounts.ts';
import type { House } from '#test/db.ts';
import { livedIn } from './invoices.ts';
import { addProperty, addUnit } from './market.ts';
import { billed } from './payments.ts';

/** Whom the sweep asks as: the first of a kind. */
const first = (house: House, user_type: number) =>
  house.database.db.selectFrom('person').select(['id', 'company_id']).where('user_type', '=', user_type).orderBy('id').executeTakeFirstOrThrow();
const run = <T>(house: House, work: (ctx: ReturnType<typeof atClock>) => Promise<T>): Promise<T> =>
  house.database.db.transaction().execute((tx) => work(atClock(tx)));

export async function home(
  house: House,
  companyId?: number,
): Promise<{ tenancy_id: number; company: number; property: number; unit: number; tenant: number }> {
  const company = companyId ?? (await first(house, 4)).company_id ?? 0;
  // A planted one lies where its company's others do: in no other world's region.
  const known =
    companyId === undefined
      ? undefined
      : await house.database.db.selectFrom('property').select('id').where('company_id', '=', company).orderBy('id').executeTakeFirst();
  const property = known?.id ?? (await addProperty(house, company));
  const unit = await addUnit(house, property, { name: `Paying ${next()}` });
  const tenancy_id = await livedIn(house, property, { unitId: unit });
  const { tenant_id } = await house.database.db
    .selectFrom('tenancy_person')
    .select('tenant_id')
    .where('tenancy_id', '=', tenancy_id)
    .executeTakeFirstOrThrow();
  return { tenancy_id, company, property, unit, tenant: tenant_id };
}
export const invoice = async (house: House, companyId?: number) => {
  const at = await home(house, companyId);
  const { id } = await run(house, (ctx) => billed(ctx, at.tenancy_id, 100_000));
  const { token } = await house.database.db.selectFrom('invoice').select('token').where('id', '=', id).executeTakeFirstOrThrow();
  return { ...at, id, token };
};
/** Written down by hand and put to an invoice, with something over. */
export async function paid(house: House, companyId?: number) {
  const at = await invoice(house, companyId);
  const made = await run(house, (ctx) =>
    recorded(ctx, {
      ...{ companyId: at.company, how: 'cash', cents: 150_000, on: clock.today() },
      home: { tenancy_id: at.tenancy_id, booking_id: null, property_id: at.property, unit_id: at.unit, tenant_id: at.tenant },
    }),
  );
  await house.database.db
    .updateTable('payment')
    .set({ recorded_by: (await first(house, 4)).id })
    .where('id', '=', made.paymentId)
    .execute();
  return { ...at, payment: made.paymentId };
}
/** Came to a company's own paybill, and nobody knows from whom. */
export async function loose(house: House, companyId?: number) {
  const at = await home(house, companyId);
  const row = await house.database.db
    .insertInto('payment')
    .values({
      ...{
        purpose: 1 as const,
        how: 'bank' as const,
        fund: 'M' as const,
        status: 'completed' as const,
        cents: 50_000,
        company_id: at.company,
        looked_at: clock.now(),
      },
      ...{ payer: 'Somebody', phone_sealed: seal({ phone: '254712345678' }), phone_tail: '678', paid_on: clock.today() },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { ...at, payment: row.id };
}
export const cash = async (house: House) => {
  const at = await home(house);
  const row = await house.database.db
    .insertInto('payment')
    .values({
      ...{ purpose: 1 as const, how: 'cash' as const, fund: 'M' as const, status: 'pending' as const, cents: 50_000 },
      ...{ company_id: at.company, tenancy_id: at.tenancy_id, property_id: at.property, paid_on: clock.today() },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
};
/** A file that proves it, for what nobody gave a code for. */
export const proven = async (house: House) => {
  const id = await cash(house);
  const owner = await first(house, 4);
  const file = await house.database.db
    .insertInto('media_file')
    .values({ purpose: 'document', visibility: 'private', uploaded_by: owner.id, company_id: owner.company_id, name: 'slip.png' })
    .returning('id')
    .executeTakeFirstOrThrow();
  await house.database.db.updateTable('payment').set({ evidence_file_id: file.id }).where('id', '=', id).execute();
  return id;
};
export const refund = async (house: House, status: 'asked' | 'approved', companyId?: number) => {
  const at = await loose(house, companyId);
  const row = await house.database.db
    .insertInto('refund')
    .values({
      ...{ payment_id: at.payment, company_id: at.company, status, cents: 10_000, reason: 'Paid twice' },
      ...{ to_sealed: seal({ to: '0712345678' }), to_tail: '…5678' },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
};
/** Approved and sent two days ago, and nobody knows what became of it. */
export const sentRefund = async (house: House, companyId?: number) => {
  const id = await refund(house, 'approved', companyId);
  await house.database.db
    .insertInto('refund_transfer')
    .values({
      ...{ refund_id: id, attempt: 1, account_id: await account(house, companyId), cents: 10_000, key: `R${id}-${next()}`, status: 'unknown' },
      sent_at: new Date(clock.ms() - 48 * 3_600_000),
    })
    .execute();
  return id;
};
let n = 0;
/** Another every time. */
export const next = (): number => ++n;
export const account = async (house: House, companyId?: number) => {
  const company = companyId ?? (await first(house, 4)).company_id ?? 0;
  const row = await addAccount(house.database.db, {
    company_id: company,
    rail: 'bank',
    name: 'Our bank',
    number: `0113${100_000 + ++n}`,
    bank_code: '01',
    fund: 'M',
  });
  return row?.id ?? 0;
};
export const csv = () => `Date,Narration,Reference,Debit,Credit\n${clock.today()},RENT ${++n},FT${n},,"1,000.00"\n`;
export const statement = async (house: House, status: 'read' | 'imported' = 'read', companyId?: number) => {
  const company = companyId ?? (await first(house, 4)).company_id ?? 0;
  const row = await house.database.db
    .insertInto('statement')
    .values({
      ...{ account_id: await account(house, company), company_id: company, name: 'march.csv', sha256: randomBytes(32), status },
      ...{ head: ['Date', 'Narration', 'Reference', 'Credit'], columns: JSON.stringify({ day: 0, details: 1, reference: 2, in: 3 }) },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await house.database.db
    .insertInto('statement_line')
    .values({ statement_id: row.id, n: 1, cells: [clock.today(), 'RENT', `FT${++n}`, '1,000.00'] })
    .execute();
  return row.id;
};
export const rule = async (house: House, companyId?: number) =>
  (
    await house.database.db
      .insertInto('statement_rule')
      .values({ company_id: companyId ?? (await first(house, 4)).company_id, contains: `charges ${++n}`, act: 'ignore' })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id;
export const arrival = async (house: House) => {
  const box = await platformAccount(house, house.database.db);
  const row = await house.database.db
    .insertInto('inbox')
    .values({
      channel: 'c2b',
      account_id: box?.id ?? null,
      sha256: randomBytes(32),
      body: Buffer.from('{"TransID":"SBK4XYZ12Q"}'),
      from_address: '127.0.0.1',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
};
/** A company of the owner's that has a paybill of its own, so that prompts can be sent. */
export const connected = async (house: House) => {
  const at = await invoice(house);
  const known = await house.database.db
    .selectFrom('collection_account')
    .select('id')
    .where('company_id', '=', at.company)
    .where('rail', '=', 'mpesa')
    .executeTakeFirst();
  const id =
    known?.id ??
    (
      await addAccount(house.database.db, {
        company_id: at.company,
        rail: 'mpesa',
        name: 'Paybill',
        number: '600100',
        bank_code: null,
        fund: 'M',
      })
    )?.id ??
    0;
  const secrets = seal({ consumerKey: 'k', consumerSecret: 's', passkey: 'p' });
  await house.database.db.updateTable('collection_account').set({ secrets }).where('id', '=', id).execute();
  return at;
};
export const phone = () => `07121${String(10_000 + ++n)}`;
export const begun = async (house: House) => {
  const at = await connected(house);
  const { payOpen } = await import('#server/collection/pay.ts');
  const link = { invoice_id: at.id, token: at.token };
  const { code } = await run(house, (ctx) =>
    payOpen(house)({ ...ctx, from: { ...ctx.from, ip: '10.0.0.1' } }, { ...link, cents: cents(10_000), phone: phone() }),
  );
  return { ...link, code };
};
