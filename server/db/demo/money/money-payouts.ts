import { sql } from 'kysely';
import { toCents } from '#contract/money/cents.ts';
import { clock } from '#contract/time/clock.ts';
import type { Day } from '#contract/time/days.ts';
import type { Ctx, Db } from '#server/kernel/ctx.ts';
import { change, unscopedTable } from '#server/kernel/scoped.ts';
import { sealObject } from '#server/kernel/seal.ts';
import { makeCompanyBlindMark } from '#server/kernel/vault.ts';
import {
  approvePayout,
  createBankFile,
  importBankAnswer,
  previewBankFiles,
  recordTransferFailure,
  startPayoutRun,
} from '#server/settlement/service.ts';
import { confirmCashMoveArrival, recordSweep } from '#server/treasury/cash-moves.ts';
import { readAvailableBalance, readInterFundDebts, recordInterFundClearing } from '#server/treasury/service.ts';
import type { CollectionTills } from './money-payers.ts';

type As = (db: Db) => Ctx;
const why = 'the demo pays out its own data';

/** The payout accounts of owners and agents: a bank each. They are inserted as rows, because no person receives the code that verifies an account. */
export async function fillPayoutAccounts(db: Db, companies: readonly number[]): Promise<void> {
  const { rows } = await sql<{ id: number; name: string; person: number | null }>`/* unscoped: the demo data */
    select c.id, c.name, (select min(p.id) from person p where p.company_id = c.id) as person from company c
    where c.id = any (${[...companies]}::bigint[]) or c.kind in ('agent', 'dealer') order by c.id`.execute(db);
  for (const { id, name, person } of rows) {
    const number = String(11_020_304_000 + Number(id) * 37);
    await sql`/* unscoped: the demo data */ insert into payout_account (company_id, rail, bank_code, holder, sealed, tail, mark, status, is_default, changed_by, verified_at, verified_by)
      values (${id}, 'bank', '01', ${name}, ${sealObject({ number })}, ${number.slice(-3)}, ${makeCompanyBlindMark(Number(id), `01:${number}`)}, 'ready', true, ${person}, app.now(), ${person})`.execute(
      db,
    );
  }
}

/** Sweeps the balance at M-Pesa to the clients' bank account, from which owners are paid. */
export async function sweepToBank(db: Db, maker: As, { mpesa, bank }: Pick<CollectionTills, 'mpesa' | 'bank'>): Promise<void> {
  const cents = await readAvailableBalance(db, mpesa);
  if (cents <= 0) return;
  const proof = `SWEEP ${clock.today()}`;
  const { id } = await recordSweep(maker(db), { account_id: mpesa.id, to_account_id: bank.id, cents: toCents(cents), proof });
  await confirmCashMoveArrival(maker(db), { id, proof });
}

/** Transfers the deposits that tenants paid into the clients' bank account to the deposit account. */
export async function sweepDeposits(db: Db, maker: As, { bank }: Pick<CollectionTills, 'bank'>): Promise<void> {
  const cents = Math.min((await readInterFundDebts(db)).payable.D, await readAvailableBalance(db, bank));
  if (cents <= 0) return;
  await recordInterFundClearing(maker(db), { account_id: bank.id, to_fund: 'D', cents: toCents(cents), proof: `DEPOSITS ${clock.today()}` });
}

/** A payout run of the cleared money up to a day: started by one super admin, approved by another, sent to the bank and confirmed. */
export async function payOutDemoWallets(db: Db, maker: As, second: As, cutOff: Day): Promise<void> {
  await change(second(db), 'wallet_setting').set({ own_account_number: '01100200300' }).execute();
  await startPayoutRun(maker(db), { cut_off: cutOff });
  await approveAll(db, second, 0);
  await answered(db, second, 0);
}

async function approveAll(db: Db, second: As, butLast: number): Promise<void> {
  const drafts = await unscopedTable(db, 'settlement_payment', why)
    .select()
    .select(['id', 'net_cents'])
    .where('status', '=', 'draft')
    .orderBy('id')
    .execute();
  for (const { id, net_cents } of drafts.slice(0, drafts.length - butLast)) await approvePayout(second(db), { id, net_cents });
}
/** Creates the bank files and records the bank's results: all transfers are confirmed except the last few. */
async function answered(db: Db, second: As, failing: number): Promise<void> {
  const codes: string[] = [];
  for (const { fund, channel } of (await previewBankFiles(second(db))).files) {
    const { csv } = await createBankFile(second(db), { fund, channel });
    const [, ...lines] = csv.trim().split(/\r?\n/);
    codes.push(...lines.map((line) => line.split(',')[0]?.replaceAll('"', '') ?? ''));
  }
  const told = codes.slice(0, codes.length - failing).map((code) => `${code},paid,BK${code.replaceAll('-', '')}`);
  if (told.length > 0) await importBankAnswer(second(db), { csv: ['reference,status,external', ...told].join('\n'), dry: false });
  const failed = unscopedTable(db, 'settlement_transaction', why).select().select('id');
  for (const { id } of await failed.where('code', 'in', ['', ...codes.slice(codes.length - failing)]).execute())
    await recordTransferFailure(second(db), id, { error: 'bad_account', said: 'account closed' });
}

/** The latest payouts: one was returned by the bank and is a payout error, one is pending second approval, the others are confirmed. */
export async function payOutLastDemoRun(db: Db, maker: As, second: As, cutOff: Day): Promise<void> {
  await startPayoutRun(maker(db), { cut_off: cutOff });
  await approveAll(db, second, 1);
  await answered(db, second, 1);
}
