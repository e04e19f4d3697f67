import { createHash } from 'node:crypto';
import { type Selectable, sql } from 'kysely';
import { z } from 'zod';
import type { StatementColumnPositions } from '#contract/bank-statement/statement.ts';
import { day } from '#contract/kernel/list.ts';
import { sumCents } from '#contract/money/cents.ts';
import { formatKesPlain } from '#contract/money/format.ts';
import { describeAccount } from '#contract/treasury/account-name.ts';
import { type ApprovalRequestRow, defineRequestedAct, findOpenRequest, requestApproval } from '#server/approval/service.ts';
import type { StatementLineTable } from '#server/db/types.gen.ts';
import { type Ctx, Refusal } from '#server/kernel/ctx.ts';
import { formatLongDate } from '#server/kernel/long-date.ts';
import type { CollectionAccountRow } from '#server/treasury/service.ts';
import { m } from '#words/messages.js';
import { classifyStatementLines, readStatementLines } from './classify-lines.ts';
import { checkStatementContinues } from './continuity.ts';
import { assertStatementRead, lockStatement, type StatementRow, startImport } from './import-start.ts';

const params = z.strictObject({
  statement_id: z.number(),
  account: z.string(),
  rail: z.enum(['bank', 'mpesa']),
  name: z.string(),
  first_day: day,
  last_day: day,
  /** New receipts and their total. */
  count: z.number(),
  cents: z.number(),
  opening_cents: z.number(),
  closing_cents: z.number(),
  /** What the requester saw. Another reading of the file is another request. */
  digest: z.string(),
});
type Params = z.output<typeof params>;

/** What decides who gets the money of a line: what the file says, and the rule that assigns or ignores it. */
const toDigested = (line: Selectable<StatementLineTable>) => [
  ...[line.n, line.day, line.cents, line.reference, line.details, line.payer, line.balance_cents],
  ...[line.tenancy_id, line.fate === 'ignored', line.account_text],
];

/** Reads the lines again by today's rules, and what an import would post. */
async function readImport(ctx: Ctx, row: StatementRow, account: CollectionAccountRow): Promise<Params> {
  await classifyStatementLines(ctx, { id: row.id, columns: row.columns as StatementColumnPositions }, account);
  const { ends, refused } = await checkStatementContinues(ctx, row.id, account);
  if (refused !== null || ends === null) throw new Refusal('conflict', refused ?? m.payment_refusal_no_balance());
  const lines = await readStatementLines(ctx.db, row.id).execute();
  const days = lines.flatMap((line) => (line.day === null || line.cents === null ? [] : line.day)).toSorted();
  const fresh = lines.filter(({ fate }) => fate === 'new');
  return {
    ...{ statement_id: row.id, account: describeAccount(account), rail: account.rail === 'mpesa' ? 'mpesa' : 'bank', name: row.name },
    ...{ first_day: days[0] ?? '', last_day: days.at(-1) ?? '' },
    ...{ count: fresh.length, cents: sumCents(fresh.map(({ cents }) => cents ?? 0)) },
    ...{ opening_cents: ends.opening, closing_cents: ends.closing },
    digest: createHash('sha256')
      .update(JSON.stringify(lines.map(toDigested)))
      .digest('hex'),
  };
}

/** A statement of client money is imported by another person's approval. */
export async function requestStatementImport(ctx: Ctx, row: StatementRow, account: CollectionAccountRow): Promise<void> {
  const read = await readImport(ctx, row, account);
  await requestApproval(ctx, 'statementImport', { subjectId: row.id, cents: read.cents, params: read, reason: row.name });
}

export const findOpenImportRequest = (ctx: Ctx, statementId: number) => findOpenRequest(ctx, 'statementImport', statementId);
/** What another person is asked to approve must not change. */
export async function assertNoImportRequest(ctx: Ctx, statementId: number): Promise<void> {
  const open = await findOpenImportRequest(ctx, statementId);
  if (open) throw new Refusal('conflict', m.payment_refusal_import_asked({ code: open.code }));
}

export async function importApprovedStatement(
  ctx: Ctx,
  asked: Pick<Params, 'statement_id' | 'digest'>,
  { asked_by }: Pick<ApprovalRequestRow, 'asked_by'>,
  most?: number,
): Promise<void> {
  const { row, account } = await lockStatement(ctx, asked.statement_id);
  assertStatementRead(row);
  const { digest } = await readImport(ctx, row, account);
  if (digest !== asked.digest) throw new Refusal('conflict', m.payment_refusal_import_changed());
  await startImport(ctx, row, account, { by: { asked_by, approved_by: ctx.me.userId }, ...(most === undefined ? {} : { most }) });
}

export const statementImportAct = defineRequestedAct({
  params,
  document: 'payments',
  describe: ({ account, rail, name, count, cents, first_day, last_day, opening_cents, closing_cents }) =>
    (rail === 'mpesa' ? m.payment_request_paybill_import : m.payment_request_import)({
      ...{ account, name, count, sum: formatKesPlain(cents), from: formatLongDate(first_day), to: formatLongDate(last_day) },
      ...{ opening: formatKesPlain(opening_cents), closing: formatKesPlain(closing_cents) },
    }),
  page: ({ statement_id }) => ({ screen: 'payment.finance', params: {}, query: `tab=import&statement=${statement_id}` }),
  also: [
    {
      is: (me, t) =>
        sql<boolean>`exists (/* unscoped: only who uploaded it is read */ select 1 from statement s where s.id = ${t('subject_id')} and s.by_id = ${me.userId}::bigint)`,
      says: m.payment_refusal_import_own_file,
    },
  ],
  execute: (ctx, given, request) => importApprovedStatement(ctx, given, request),
});
