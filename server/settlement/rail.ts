import { sql } from 'kysely';
import type { Fund } from '#contract/ledger/accounts.ts';
import type { Bank } from '#contract/ledger/postings.ts';
import { sum } from '#contract/money/cents.ts';
import type { Rail } from '#contract/wallet/kinds.ts';
import type { Db } from '#server/kernel/ctx.ts';
import { everything } from '#server/kernel/scoped.ts';
import { balances } from '#server/ledger/service.ts';

const why = 'whether the money is there that is to be sent';

/** What a rail pays from: the paybill (its float and what came in stand on one shortcode), the clients' bank, the platform's own. */
const codesOf = (rail: Rail, fund: 'C' | 'P'): readonly [Fund, readonly (1000 | 1005 | 1010 | 1030)[]] =>
  rail === 'mpesa' ? ['C', [1000, 1005]] : fund === 'C' ? ['C', [1010]] : ['P', [1030]];

/** The account of the books it leaves from: of the place money comes to. */
export async function bankOf(db: Db, rail: Rail, fund: 'C' | 'P'): Promise<Bank> {
  const code = rail === 'mpesa' ? 1005 : fund === 'C' ? 1010 : 1030;
  const source = rail === 'mpesa' ? 1000 : code;
  const row = await everything(db, 'ledger_account', why)
    .select()
    .select('ref')
    .where('fund', '=', fund === 'P' && rail === 'bank' ? 'P' : 'C')
    .where('code', '=', source)
    .where('ref', '<>', '')
    .orderBy('id')
    .executeTakeFirst();
  return row ? { code, ref: row.ref } : { code };
}

/** Whoever approves for a rail does so alone until they are done: two approvals never spend the same shilling. */
export const holdRail = (db: Db, rail: Rail) => sql`select pg_advisory_xact_lock(hashtextextended(${`settlement-rail:${rail}`}, 0))`.execute(db);

/** What a rail can still send: its cash less what is on its way. */
export async function roomOf(db: Db, rail: Rail, fund: 'C' | 'P'): Promise<number> {
  const [ofFund, codes] = codesOf(rail, fund);
  const accounts = await everything(db, 'ledger_account', why)
    .select()
    .select(['code', 'ref'])
    .where('fund', '=', ofFund)
    .where('code', 'in', codes)
    .execute();
  const there = sum(
    await balances(
      db,
      accounts.map(({ code, ref }) => [ofFund, { code: code as 1000, ...(ref === '' ? {} : { ref }) }] as const),
    ),
  );
  const { rows } = await sql<{ cents: number }>`/* all: what is on its way */
    select coalesce(sum(t.cents + t.fee_cents), 0)::bigint as cents from settlement_transaction t join settlement_payment p on p.id = t.settlement_id
    where t.rail = ${rail} and (t.rail = 'mpesa' or p.fund = ${fund}) and t.status in ('queued', 'sent', 'unknown')`.execute(db);
  return there - (rows[0]?.cents ?? 0);
}
