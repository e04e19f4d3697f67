import { sql } from 'kysely';
import { ledgerAccounts } from '#contract/ledger/accounts.ts';
import { toCents } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import { monthStart } from '#contract/time/days.ts';
import { postJournal } from '#server/ledger/service.ts';
import type { TestServices } from '#test/db.ts';
import type { CallExampleBuilder, ModuleExamples } from '#test/example-kinds.ts';

let n = 0;
const period = () => ({ from: monthStart(clock.today()), to: clock.today() });
const company = async (services: TestServices, userType = 4) =>
  (
    await services.database.db
      .selectFrom('person')
      .select('company_id')
      .where('user_type', '=', userType)
      .where('company_id', 'is not', null)
      .orderBy('id')
      .executeTakeFirstOrThrow()
  ).company_id ?? 0;
/** A journal that no ledger check compares with other records, because a failed check stops payouts. */
const booked = async (services: TestServices, companyId: number) =>
  postJournal(services.database.db, {
    key: `example:${++n}`,
    kind: 'adjustment',
    source: ['company', companyId],
    companyId,
    params: { what: 'an example', code: 'X' },
    pairs: [
      {
        fund: 'P',
        dr: { code: ledgerAccounts.platformReceivable, company: companyId },
        cr: { code: ledgerAccounts.commissionRevenue },
        cents: toCents(100),
      },
    ],
  });

const examples: Readonly<Record<string, CallExampleBuilder>> = {
  'ledger.listJournals': async (services) => {
    await booked(services, await company(services));
    return { page: 1 };
  },
  'ledger.journalsCsv': async () => ({}),
  'ledger.journalDetails': async (services) => ({ id: await booked(services, await company(services)) }),
  'ledger.trialBalance': async () => period(),
  'ledger.trialBalanceCsv': async () => period(),
  'ledger.trialBalancePdf': async () => period(),
  'ledger.accountEntries': async (services) => {
    await booked(services, await company(services));
    return { ...period(), fund: 'P', account: ledgerAccounts.platformReceivable, page: 1 };
  },
  'ledger.accountCsv': async () => ({ ...period(), fund: 'P', account: ledgerAccounts.platformReceivable }),
  'ledger.listPeriods': async () => ({ page: 1 }),
  'ledger.listChecks': async () => ({ page: 1 }),
  'ledger.runChecks': async () => ({}),
  'ledger.listMoneyModes': async () => ({ page: 1 }),
  // Another owner than the caller of other examples, because those record payments manually.
  'ledger.requestMoneyMode': async (services) => ({
    company_id: await company(services, 5),
    mode: 'trust',
    reason: 'the operator agreed to hold it',
  }),
  'ledger.decideMoneyMode': async (services) => {
    const company_id = await company(services, 5);
    const asked = { asked_mode: 'trust', asked_reason: 'the operator agreed to hold it', asked_at: clock.now() } as const;
    await services.database.db
      .insertInto('ledger_book')
      .values({ company_id, mode: 'record', ...asked })
      .onConflict((oc) => oc.column('company_id').doUpdateSet({ mode: 'record', ...asked }))
      .execute();
    return { company_id, agree: false };
  },
};

export const moduleExamples: ModuleExamples = {
  examples,
  /** A month closed long ago for the accounts of another company, and a check that a person of that company requested. */
  async seed(services, { companies: [company = 0], people, mark }) {
    await booked(services, company);
    const by = people.superadmin?.id ?? null;
    const rows = [
      sql`ledger_period (month, closed_by) values ('2020-12-01', ${by})`,
      sql`ledger_period_total (month, account_id, dr, cr) select '2020-12-01', id, 0, 0 from ledger_account where company_id = ${company}`,
      sql`ledger_proof (scope, ok, failed, checked, ms, by_id) values ('all', true, ${JSON.stringify([{ example: mark }])}::jsonb, 1, 1, ${by})`,
    ];
    for (const row of rows) await sql`insert into ${row}`.execute(services.database.db);
  },
};
