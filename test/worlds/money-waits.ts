import { sql } from 'kysely';
import { seal } from '#server/kernel/seal.ts';
import type { House } from '#test/db.ts';

/** Money nobody knows the owner of, what is asked back and in doubt of it, a payout to approve and one that went wrong, books that did not hold: one of each, for the demo's owner and the platform. */
export async function moneyWaits({ database: { db } }: House): Promise<void> {
  await sql`insert into ledger_proof (scope, ok, checked, ms) values ('all', true, 1, 1), ('all', false, 1, 1)`.execute(db);
  await sql`insert into payment (purpose, how, fund, cents, status, match, company_id)
    select 1, 'bank', 'M', 100000, 'completed', 'unmatched', company_id from person where email = 'owner@makao.test'`.execute(db);
  await sql`with one as (select id, company_id from payment order by id desc limit 1),
    asked as (insert into refund (payment_id, company_id, cents, reason, to_sealed, to_tail) select id, company_id, 100, 'Paid twice', ${seal({ to: '254712345678' })}, '…678' from one)
    insert into payment_doubt (kind, account_id, company_id, payment_id, external, cents, at, verified_by)
      select 'reversal', (select min(id) from collection_account where company_id is null), company_id, id, 'WAITS12345', 100, app.now(), 'pull' from one`.execute(
    db,
  );
  await sql`insert into settlement_payment (kind, company_id, fund, account_code, cut_off, net_cents, made_by)
    select 'withdrawal', company_id, 'C', 2000, app.today(), 100000, id from person where email = 'owner@makao.test' on conflict do nothing`.execute(
    db,
  );
  await sql`with owner as (select id, company_id from person where email = 'owner@makao.test'),
    account as (insert into payout_account (company_id, rail, holder, sealed, tail, mark) select company_id, 'mpesa', 'Owner', 'x', '678', '\\x0a0b' from owner returning id, company_id),
    payout as (insert into settlement_payment (kind, company_id, fund, account_code, cut_off, payout_account_id, rail, net_cents, status, made_by, approved_by)
      select 'withdrawal', a.company_id, 'C', 2000, app.today(), a.id, 'mpesa', 100000, 'part_failed', o.id, (select min(id) from person where user_type = 1) from account a, owner o
      returning id, company_id, payout_account_id),
    transfer as (insert into settlement_transaction (settlement_id, part, attempt, rail, payout_account_id, tail, cents, key, status)
      select id, 1, 1, 'mpesa', payout_account_id, '678', 100000, 'test-waits', 'failed' from payout returning id)
    insert into settlement_error (transaction_id, company_id, error, cause) select t.id, p.company_id, 'bad_account', 'No such account' from transfer t, payout p`.execute(
    db,
  );
  // What one asked and another decides.
  await sql`with other as (select id from person where email = 'admin@makao.test'), company as (select company_id from person where email = 'owner@makao.test'),
    moved as (insert into cash_move (kind, account_id, cents, reason, made_by)
      select 'correct', (select min(id) from collection_account where company_id is null), 100, 'Nobody knows what it is', id from other),
    account as (insert into collection_account (rail, name, number, bank_code, fund, path_hash, waiting, active, asked_number, asked_bank_code, asked_by, asked_at)
      select 'bank', 'Another bank', '0199', '01', 'C', sha256('another'), true, false, '0199', '01', id, app.now() from other),
    kept as (insert into ledger_book (company_id, mode, asked_mode, asked_reason, asked_by, asked_at)
      select c.company_id, 'record', 'trust', 'They ask for it', o.id, app.now() from company c, other o
      on conflict (company_id) do update set asked_mode = 'trust', asked_reason = 'They ask for it', asked_by = excluded.asked_by, asked_at = app.now())
    insert into wallet_adjustment (company_id, account_code, cents, reason, asked_by) select c.company_id, 2000, 100, 'A fee that was taken twice', o.id from company c, other o`.execute(
    db,
  );
}
