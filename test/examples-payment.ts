import { randomBytes } from 'node:crypto';
import { cents } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import { atClock } from '#server/kernel/ctx.ts';
import { seal } from '#server/kernel/seal.ts';
import { addAccount, platformAccount } from '#server/payment/accounts.ts';
import { recorded } from '#server/payment/service.ts';
import type { House } from './db.ts';
import type { Example, RoomExamples } from './example-kinds.ts';
import { livedIn } from './invoices.ts';
import { addProperty, addUnit } from './market.ts';
import { billed } from './payments.ts';

/** Whom the sweep asks as: the first of a kind. */
const first = (house: House, user_type: number) =>
  house.database.db.selectFrom('person').select(['id', 'company_id']).where('user_type', '=', user_type).orderBy('id').executeTakeFirstOrThrow();
const run = <T>(house: House, work: (ctx: ReturnType<typeof atClock>) => Promise<T>): Promise<T> =>
  house.database.db.transaction().execute((tx) => work(atClock(tx as never)));

async function home(
  house: House,
  companyId?: number,
): Promise<{ tenancy_id: number; company: number; property: number; unit: number; tenant: number }> {
  const company = companyId ?? (await first(house, 4)).company_id ?? 0;
  const property = await addProperty(house, company);
  const unit = await addUnit(house, property);
  const tenancy_id = await livedIn(house, property, { unitId: unit });
  const { tenant_id } = await house.database.db
    .selectFrom('tenancy_person')
    .select('tenant_id')
    .where('tenancy_id', '=', tenancy_id)
    .executeTakeFirstOrThrow();
  return { tenancy_id, company, property, unit, tenant: tenant_id };
}
const invoice = async (house: House, companyId?: number) => {
  const at = await home(house, companyId);
  const { id } = await run(house, (ctx) => billed(ctx, at.tenancy_id, 100_000));
  const { token } = await house.database.db.selectFrom('invoice').select('token').where('id', '=', id).executeTakeFirstOrThrow();
  return { ...at, id, token };
};
/** Written down by hand and put to an invoice, with something over. */
async function paid(house: House, companyId?: number) {
  const at = await invoice(house, companyId);
  const made = await run(house, (ctx) =>
    recorded(ctx, {
      ...{ companyId: at.company, how: 'bank', cents: 150_000, on: clock.today() },
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
async function loose(house: House, companyId?: number) {
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
const cash = async (house: House) => {
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
const proven = async (house: House) => {
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
const refund = async (house: House, status: 'asked' | 'approved', companyId?: number) => {
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
let n = 0;
const account = async (house: House, companyId?: number) => {
  const company = companyId ?? (await first(house, 4)).company_id ?? 0;
  const row = await addAccount(house.database.db as never, {
    company_id: company,
    rail: 'bank',
    name: 'Our bank',
    number: `0113${100_000 + ++n}`,
    bank_code: '01',
    fund: 'M',
  });
  return row?.id ?? 0;
};
const csv = () => `Date,Narration,Reference,Debit,Credit\n${clock.today()},RENT ${++n},FT${n},,"1,000.00"\n`;
const statement = async (house: House, status: 'read' | 'imported' = 'read', companyId?: number) => {
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
const rule = async (house: House, companyId?: number) =>
  (
    await house.database.db
      .insertInto('statement_rule')
      .values({ company_id: companyId ?? (await first(house, 4)).company_id, contains: `charges ${++n}`, act: 'ignore' })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id;
const arrival = async (house: House) => {
  const box = await platformAccount(house, house.database.db as never);
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
const connected = async (house: House) => {
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
      await addAccount(house.database.db as never, {
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
const phone = () => `07121${String(10_000 + ++n)}`;
const begun = async (house: House) => {
  const at = await connected(house);
  const { payOpen } = await import('#server/payment/pay.ts');
  return run(house, (ctx) =>
    payOpen(house as never)(
      { ...ctx, from: { ...ctx.from, ip: '10.0.0.1' } },
      { invoice_id: at.id, token: at.token, cents: cents(10_000), phone: phone() },
    ),
  );
};
const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');
const reason = 'It was another’s';

const examples: Readonly<Record<string, Example>> = {
  'payment.all': async (house) => {
    await paid(house);
    return { page: 1 };
  },
  'payment.csv': async () => ({}),
  'payment.mine': async () => ({ page: 1 }),
  'payment.details': async (house) => ({ id: (await paid(house)).payment }),
  'payment.receipt': async (house) => ({ id: (await paid(house)).payment }),
  'payment.ofInvoice': async (house) => ({ invoice_id: (await paid(house)).id }),
  'payment.toPay': async (house) => ({ invoice_id: (await invoice(house)).id }),
  'payment.toPayOpen': async (house) => {
    const { id, token } = await invoice(house);
    return { invoice_id: id, token };
  },
  'payment.pay': async (house) => ({ invoice_ids: [(await connected(house)).id], cents: 10_000, phone: phone() }),
  'payment.payOpen': async (house) => {
    const { id, token } = await connected(house);
    return { invoice_id: id, token, cents: 10_000, phone: phone() };
  },
  'payment.progress': begun,
  'payment.paste': async (house) => {
    await connected(house);
    await house.database.db.deleteFrom('throttle').execute();
    return { text: `SBK4XYZ${String(100 + ++n)} Confirmed. Ksh100.00 sent to MAKAO` };
  },
  'payment.arrivals': async (house) => {
    await arrival(house);
    return { page: 1 };
  },
  'payment.arrival': async (house) => ({ id: await arrival(house) }),
  'payment.replay': async (house) => ({ id: await arrival(house) }),
  'payment.candidates': async (house) => ({ id: (await loose(house)).payment }),
  'payment.assign': async (house) => {
    const { payment, tenancy_id } = await loose(house);
    return { id: payment, parts: [{ tenancy_id, cents: 50_000 }] };
  },
  'payment.ask': async (house) => ({ id: (await loose(house)).payment }),
  'payment.unmatch': async (house) => ({ id: (await paid(house)).payment, reason }),
  'payment.reverse': async (house) => ({ id: (await paid(house)).payment, reason }),
  'payment.refunds': async (house) => {
    await refund(house, 'asked');
    return { page: 1 };
  },
  'payment.askRefund': async (house) => ({ id: (await loose(house)).payment, cents: 10_000, reason, to: '0712 345 678' }),
  'payment.decideRefund': async (house) => ({ id: await refund(house, 'asked'), approve: true }),
  'payment.paidRefund': async (house) => ({ id: await refund(house, 'approved'), proof: 'SBK4XYZ12Q' }),
  'payment.record': async (house) => ({
    tenancy_id: (await home(house)).tenancy_id,
    how: 'bank',
    cents: 100_000,
    on: clock.today(),
    external: `FT-${++n}`,
  }),
  'payment.evidence': async (house) => ({ id: (await paid(house)).payment, evidence: png }),
  'payment.confirmCash': async (house) => ({ id: await proven(house), reason: 'They have no phone' }),
  'payment.cancelCash': async (house) => ({ id: await cash(house), reason }),
  'payment.accounts': async () => ({}),
  'payment.saveAccount': async () => ({ rail: 'bank', name: 'Our bank', number: `0114${100_000 + ++n}`, bank_code: '01' }),
  'payment.statements': async () => ({ page: 1 }),
  'payment.statement': async (house) => ({ id: await statement(house) }),
  'payment.statementLines': async (house) => ({ id: await statement(house), page: 1 }),
  'payment.readStatement': async (house) => ({ account_id: await account(house), name: 'march.csv', csv: csv() }),
  'payment.columns': async (house) => ({ id: await statement(house), columns: { day: 0, in: 3, details: 1 } }),
  'payment.importStatement': async (house) => ({ id: await statement(house) }),
  'payment.undoStatement': async (house) => ({ id: await statement(house, 'imported'), reason }),
  'payment.rules': async () => ({}),
  'payment.saveRule': async () => ({ contains: `fees ${++n}`, act: 'ignore' }),
  'payment.dropRule': async (house) => ({ id: await rule(house) }),
};
const asOwner = [
  'all',
  'details',
  'receipt',
  'ofInvoice',
  'toPay',
  'pay',
  'paste',
  'candidates',
  'assign',
  'ask',
  'unmatch',
  'reverse',
  'refunds',
  'askRefund',
];
const too = [
  'decideRefund',
  'paidRefund',
  'evidence',
  'saveAccount',
  'statement',
  'statementLines',
  'readStatement',
  'columns',
  'importStatement',
  'undoStatement',
  'dropRule',
];

export const roomExamples: RoomExamples = {
  examples,
  askers: Object.fromEntries([...asOwner, ...too].map((name) => [`payment.${name}`, 'owner'])),
  async plant(house, world) {
    const company = world.people.owner?.companyId ?? 0;
    await paid(house, company);
    await refund(house, 'asked', company);
    await statement(house, 'read', company);
    await rule(house, company);
  },
};
