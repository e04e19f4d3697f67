import { sql } from 'kysely';
import { clock } from '#contract/time/clock.ts';
import type { Example, RoomExamples } from '#test/example-kinds.ts';
import { askedAccount, correction, differing, doubt, ownPlaces, swept } from '#test/worlds/own-places.ts';
import {
  account,
  arrival,
  begun,
  cash,
  connected,
  csv,
  home,
  invoice,
  loose,
  next,
  paid,
  phone,
  proven,
  refund,
  rule,
  sentRefund,
  statement,
} from '#test/worlds/paying.ts';

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
  'settlement.ofInvoice': async (house) => ({ invoice_id: (await paid(house)).id }),
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
  // The one who asks began it.
  'payment.progress': async (house) => {
    const { code } = await begun(house);
    const { id } = await house.database.db.selectFrom('person').select('id').where('user_type', '=', 0).orderBy('id').executeTakeFirstOrThrow();
    await house.database.db.updateTable('payment').set({ person_id: id }).where('code', '=', code).execute();
    return { code };
  },
  'payment.progressOpen': begun,
  'payment.paste': async (house) => {
    await connected(house);
    await house.database.db.deleteFrom('throttle').execute();
    return { text: `SBK4XYZ${String(100 + next())} Confirmed. Ksh100.00 sent to MAKAO` };
  },
  'payment.ownAccount': async (house) => ({ tenancy_id: await tenancyOf(house) }),
  'payment.ownAccountPaper': async (house) => ({ tenancy_id: await tenancyOf(house) }),
  'payment.pasted': async (house) => ({ tenancy_id: await tenancyOf(house) }),
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
  'payment.doubts': async (house) => {
    await doubt(house);
    return { page: 1 };
  },
  'payment.decideDoubt': async (house) => ({ id: await doubt(house), decision: 'dismissed', reason }),
  'payment.refunds': async (house) => {
    await refund(house, 'asked');
    return { page: 1 };
  },
  'payment.askRefund': async (house) => ({ id: (await loose(house)).payment, cents: 10_000, reason, to: '0712 345 678' }),
  'payment.decideRefund': async (house) => ({ id: await refund(house, 'asked'), approve: true }),
  'payment.paidRefund': async (house) => ({ id: await refund(house, 'approved'), how: 'mpesa', proof: `SBK4XYZ${next()}` }),
  'payment.refundTo': async (house) => ({ id: await refund(house, 'asked') }),
  'payment.sendRefund': async (house) => ({ id: await sentRefund(house) }),
  'payment.settleRefund': async (house) => ({ id: await sentRefund(house), arrived: false, reason }),
  'payment.refundEvidence': async (house) => ({ id: await refund(house, 'approved'), evidence: png }),
  'payment.record': async (house) => ({
    tenancy_id: (await home(house)).tenancy_id,
    how: 'bank',
    cents: 100_000,
    on: clock.today(),
    external: `FT-${next()}`,
  }),
  'payment.recordWays': async (house) => ({ tenancy_id: (await home(house)).tenancy_id }),
  'payment.evidence': async (house) => ({ id: (await paid(house)).payment, evidence: png }),
  'payment.confirmCash': async (house) => ({ id: await proven(house), reason: 'They have no phone' }),
  'payment.cancelCash': async (house) => ({ id: await cash(house), reason }),
  'payment.accounts': async () => ({}),
  'payment.saveAccount': async () => ({ rail: 'bank', name: 'Our bank', number: `0114${100_000 + next()}`, bank_code: '01' }),
  'payment.decideAccount': async (house) => ({ ...(await askedAccount(house)), agree: true }),
  'payment.statements': async () => ({ page: 1 }),
  'payment.statement': async (house) => ({ id: await statement(house) }),
  'payment.statementLines': async (house) => ({ id: await statement(house), page: 1 }),
  'payment.readStatement': async (house) => ({ account_id: await account(house), name: 'march.csv', csv: csv() }),
  'payment.columns': async (house) => ({ id: await statement(house), columns: { day: 0, in: 3, details: 1 } }),
  'payment.importStatement': async (house) => ({ id: await statement(house) }),
  'payment.undoStatement': async (house) => ({ id: await statement(house, 'imported'), reason }),
  'payment.figures': async (house) => {
    await differing(house);
    return {};
  },
  'payment.moves': async () => ({ page: 1 }),
  'payment.askPaybill': async (house) => ({ account_id: (await ownPlaces(house)).paybill }),
  'payment.sweep': async (house) => {
    const { paybill, bank } = await ownPlaces(house);
    return { account_id: paybill, to_account_id: bank, cents: 10_000, proof: `SW${next()}X` };
  },
  'payment.clear': async (house) => ({ account_id: (await ownPlaces(house)).bank, to_fund: 'P', cents: 1_000, proof: `FT${next()}X` }),
  'payment.correct': async (house) => ({ account_id: await differing(house), reason: 'Nobody can find it any more' }),
  'payment.approveMove': async (house) => ({ id: await correction(house) }),
  'payment.arrivedMove': async (house) => ({ id: await swept(house), proof: `FT${next()}Y` }),
  'payment.undoMove': async (house) => ({ id: await swept(house), reason }),
  'payment.rules': async () => ({}),
  'payment.saveRule': async () => ({ contains: `fees ${next()}`, act: 'ignore' }),
  'payment.dropRule': async (house) => ({ id: await rule(house) }),
};
const tenancyOf = async (house: Parameters<Example>[0]) => {
  const { id } = await invoice(house);
  return (await house.database.db.selectFrom('invoice').select('tenancy_id').where('id', '=', id).executeTakeFirstOrThrow()).tenancy_id ?? 0;
};
const asOwner = [
  'ownAccount',
  'ownAccountPaper',
  'all',
  'details',
  'receipt',
  'ofInvoice',
  'toPay',
  'pay',
  'paste',
  'pasted',
  'candidates',
  'assign',
  'ask',
  'unmatch',
  'reverse',
  'refunds',
  'askRefund',
];
const too = [
  'refundEvidence',
  'doubts',
  'decideDoubt',
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
  askers: { ...Object.fromEntries([...asOwner, ...too].map((name) => [`payment.${name}`, 'owner'])), 'settlement.ofInvoice': 'owner' },
  async plant(house, world) {
    const company = world.people.owner?.companyId ?? 0;
    await paid(house, company);
    await refund(house, 'asked', company);
    await sentRefund(house, company);
    await statement(house, 'read', company);
    await rule(house, company);
    await doubt(house, company);
    const [arrived, { id, payment }] = [await arrival(house), await paid(house, company)];
    const at = sql`(select min(id) from collection_account where company_id = ${company})`;
    await sql`update inbox set account_id = ${at} where id = ${arrived}`.execute(house.database.db);
    const rows = [
      sql`push (payment_id, account_id, reference, phone_sealed, phone_mark, cents, open) values (${payment}, ${at}, ${`P${payment}`}, 'x', '\\x00', 100, false)`,
      sql`push_invoice (push_id, invoice_id, phone_mark, open) values ((select max(id) from push), ${id}, '\\x00', false)`,
      sql`daraja_token (line, sealed, expires_at) values (${`${world.mark} paybill`}, ${`${world.mark} token`}, '2030-01-01')`,
      sql`bank_figure (account_id, source, cents, day) values (${at}, 'query', 0, current_date)`,
      sql`cash_move (kind, account_id, cents) values ('correct', ${at}, 100)`,
      sql`status_query (account_id, external, originator, inbox_id, open) values (${at}, ${`X${payment}`}, ${`q${payment}`}, ${arrived}, false)`,
    ];
    for (const row of rows) await sql`insert into ${row}`.execute(house.database.db);
  },
};
