import { sql } from 'kysely';
import { issued } from '#contract/ledger/postings.ts';
import { clock } from '#contract/time/clock.ts';
import { addMonths, monthOf } from '#contract/time/days.ts';
import { post } from '#server/ledger/service.ts';
import type { House } from '#test/db.ts';
import type { Example, RoomExamples } from '#test/example-kinds.ts';

let n = 0;
const company = async (house: House, userType = 4) =>
  (
    await house.database.db
      .selectFrom('person')
      .select('company_id')
      .where('user_type', '=', userType)
      .where('company_id', 'is not', null)
      .orderBy('id')
      .executeTakeFirstOrThrow()
  ).company_id ?? 0;
const booked = async (house: House, companyId: number) =>
  post(house.database.db, {
    key: `example:${++n}`,
    kind: 'adjustment',
    source: ['company', companyId],
    companyId,
    params: { what: 'an example', code: 'X' },
    pairs: issued({ fund: 'M', payer: { company: companyId, ref: `example:${n}` }, cents: 100, depositCents: 0 }),
  });

const examples: Readonly<Record<string, Example>> = {
  'ledger.journals': async (house) => {
    await booked(house, await company(house));
    return { page: 1 };
  },
  'ledger.journalsCsv': async () => ({}),
  'ledger.journal': async (house) => ({ id: await booked(house, await company(house)) }),
  'ledger.trial': async () => ({ month: monthOf(clock.today()) }),
  'ledger.periods': async () => ({ page: 1 }),
  // Months are closed in their order: the next after the last, long before anything was booked.
  'ledger.close': async (house) => {
    const last = await house.database.db.selectFrom('ledger_period').select('month').orderBy('month', 'desc').executeTakeFirst();
    return { month: monthOf(last ? addMonths(last.month, 1) : '2021-01-01') };
  },
  'ledger.proofs': async () => ({ page: 1 }),
  'ledger.prove': async () => ({}),
  'ledger.books': async () => ({ page: 1 }),
  // Not the owner's whom others ask as: their examples write money down themselves.
  'ledger.setBook': async (house) => ({ company_id: await company(house, 5), mode: 'trust', reason: 'the operator agreed to hold it' }),
  'ledger.decideBook': async (house) => {
    const company_id = await company(house, 5);
    const asked = { asked_mode: 'trust', asked_reason: 'the operator agreed to hold it', asked_at: clock.now() } as const;
    await house.database.db
      .insertInto('ledger_book')
      .values({ company_id, mode: 'record', ...asked })
      .onConflict((oc) => oc.column('company_id').doUpdateSet({ mode: 'record', ...asked }))
      .execute();
    return { company_id, agree: false };
  },
};

export const roomExamples: RoomExamples = {
  examples,
  /** A month that was closed for a stranger's accounts, long ago, and a check that somebody of theirs asked for. */
  async plant(house, { companies: [company = 0], people, mark }) {
    await booked(house, company);
    const by = people.superadmin?.id ?? null;
    const rows = [
      sql`ledger_period (month, closed_by) values ('2020-12-01', ${by})`,
      sql`ledger_period_total (month, account_id, dr, cr) select '2020-12-01', id, 0, 0 from ledger_account where company_id = ${company}`,
      sql`ledger_proof (scope, ok, failed, checked, ms, by_id) values ('all', true, ${JSON.stringify([{ example: mark }])}::jsonb, 1, 1, ${by})`,
    ];
    for (const row of rows) await sql`insert into ${row}`.execute(house.database.db);
  },
};
