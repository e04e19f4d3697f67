import { sql } from 'kysely';
import { ledgerAccounts } from '#contract/ledger/accounts.ts';
import { toCents } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import { addDays, addMonths, monthOf, monthStart } from '#contract/time/days.ts';
import { readAccountReconciliation } from '#server/bank-statement/service.ts';
import { closeMonth } from '#server/ledger/periods.ts';
import { postJournal } from '#server/ledger/service.ts';
import type { TestServices } from '#test/db.ts';
import type { CallExampleBuilder, ModuleExamples } from '#test/example-kinds.ts';

let n = 0;
/** An account of the platform whose balance is known: it is empty. */
async function account({ database: { db } }: TestServices): Promise<number> {
  n += 1;
  const { rows } = await sql<{ id: number }>`with made as (insert into collection_account (rail, name, number, bank_code, fund, path_hash)
      values ('bank', ${`Example bank ${n}`}, ${`0177${n}`}, '01', 'C', sha256(${`example bank ${n}`}::bytea)) returning id),
    read as (insert into statement (account_id, name, sha256, head, status) select id, 'bank.csv', sha256(${`example file ${n}`}::bytea), '{Date}', 'imported' from made returning id, account_id)
    insert into bank_figure (account_id, source, statement_id, day, cents, difference_cents) select account_id, 'statement', id, app.today(), 0, 0 from read returning account_id as id`.execute(
    db,
  );
  return Number(rows[0]?.id);
}
async function worksheet(services: TestServices, of: number, note = ''): Promise<number> {
  const { db } = services.database;
  const figures = await readAccountReconciliation(db, of, clock.today());
  const { id } = await db
    .insertInto('account_worksheet')
    .values({ account_id: of, day: clock.today(), figures: JSON.stringify(figures), difference_cents: toCents(0), note })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
async function certificate({ database: { db } }: TestServices, made_by: number | null = null): Promise<number> {
  n += 1;
  const { rows } = await sql<{
    id: number;
  }>`with file as (insert into media_file (purpose, visibility, name) values ('document', 'private', 'certificate.pdf') returning id),
    kept as (insert into media_variant (file_id, label, key, type, bytes) select id, 'original', ${`certificate-${n}.pdf`}, 'application/pdf', 1 from file)
    insert into client_money_certificate (day, figures, sha256, file_id, made_by)
      select app.today(), ${JSON.stringify({ day: clock.today(), funds: [], accounts: [] })}::jsonb, encode(sha256(${`certificate ${n}`}::bytea), 'hex'), id, ${made_by} from file returning id`.execute(
    db,
  );
  return Number(rows[0]?.id);
}

const examples: Readonly<Record<string, CallExampleBuilder>> = {
  'accounting.listAccounts': async () => ({}),
  'accounting.listWorksheets': async (services) => {
    await worksheet(services, await account(services));
    return { page: 1 };
  },
  'accounting.readWorksheet': async (services) => ({ account_id: await account(services), day: clock.today() }),
  'accounting.prepareWorksheet': async (services) => ({ account_id: await account(services), day: clock.today(), note: '' }),
  'accounting.decideWorksheet': async (services) => ({
    id: await worksheet(services, await account(services)),
    sign: false,
    reason: 'The statement is not complete',
  }),
  'accounting.worksheetPdf': async (services) => ({ id: await worksheet(services, await account(services)) }),
  'accounting.monthChecklist': async () => ({ month: monthOf(clock.today()) }),
  // Reopening, because examples leave records that fail a ledger check, and then no month can be closed. The month is older than all their entries.
  'accounting.requestMonth': async (services) => {
    const { db } = services.database;
    const day = addMonths(monthStart(clock.today()), -24);
    if (!(await db.selectFrom('ledger_period').select('month').executeTakeFirst())) {
      await postJournal(db, {
        key: `month:${++n}`,
        kind: 'adjustment',
        day,
        source: ['test', n],
        params: { what: 'an example', code: 'X' },
        pairs: [{ fund: 'P', dr: { code: ledgerAccounts.platformBank }, cr: { code: ledgerAccounts.commissionRevenue }, cents: toCents(100) }],
      });
      await db.transaction().execute((tx) => closeMonth(tx, monthOf(day), null, []));
    }
    const { rows } = await sql<{ month: string }>`
      with gone as (update approval_request set status = 'withdrawn' where kind = 'monthClose' and status = 'asked')
      select to_char(max(month), 'YYYY-MM') as month from ledger_period`.execute(db);
    return { month: rows[0]?.month, reopen: true, reason: 'An entry is missing in it' };
  },
  'accounting.clientMoney': async () => ({ day: addDays(clock.today(), -1) }),
  'accounting.listCertificates': async (services) => {
    await certificate(services);
    return { page: 1 };
  },
  'accounting.makeCertificate': async () => ({ day: clock.today() }),
  'accounting.certificatePdf': async (services) => ({ id: await certificate(services) }),
};

export const moduleExamples: ModuleExamples = {
  examples,
  /** The platform's books, which no company sees. */
  async seed(services, { people, mark }) {
    await worksheet(services, await account(services), mark);
    await certificate(services, people.superadmin?.id ?? null);
    await sql`insert into month_checklist (month, lines) values ('2020-11-01', '[]'::jsonb)`.execute(services.database.db);
  },
};
