import { sql } from 'kysely';
import { accounts } from '#contract/ledger/accounts.ts';
import { sweptIn, sweptOut } from '#contract/ledger/postings.ts';
import { clock } from '#contract/time/clock.ts';
import type { Day } from '#contract/time/days.ts';
import type { Ctx, Db } from '#server/kernel/ctx.ts';
import { everything } from '#server/kernel/scoped.ts';
import { seal } from '#server/kernel/seal.ts';
import { blindMark } from '#server/kernel/vault.ts';
import { balance, post } from '#server/ledger/service.ts';
import { approve, bankFile, confirmations, run } from '#server/settlement/service.ts';
import type { Tills } from './money-payers.ts';

type As = (db: Db) => Ctx;
const why = 'the demo pays out';

/** Where owners and agents are paid: a bank each. A row, not a call: the code that proves it goes to nobody. */
export async function fillPayoutAccounts(db: Db, companies: readonly number[]): Promise<void> {
  const { rows } = await sql<{ id: number; name: string; person: number | null }>`/* all: the demo's own */
    select c.id, c.name, (select min(p.id) from person p where p.company_id = c.id) as person from company c
    where c.id = any (${[...companies]}::bigint[]) or c.kind in ('agent', 'dealer') order by c.id`.execute(db);
  for (const { id, name, person } of rows) {
    const number = String(11_020_304_000 + Number(id) * 37);
    await sql`/* all: the demo's own */ insert into payout_account (company_id, rail, bank_code, holder, sealed, tail, mark, status, is_default, changed_by, verified_at, verified_by)
      values (${id}, 'bank', '01', ${name}, ${seal({ number })}, ${number.slice(-3)}, ${blindMark(Number(id), `01:${number}`)}, 'ready', true, ${person}, app.now(), ${person})`.execute(
      db,
    );
  }
}

/** What lies at M-Pesa goes to the clients' bank, as it does in life before owners are paid from there. */
export async function sweep(db: Db, { mpesa, bank }: Pick<Tills, 'mpesa' | 'bank'>): Promise<void> {
  const [from, to] = [
    { code: accounts.mpesaPaybill, ref: `collection:${mpesa.id}` },
    { code: accounts.clientBank, ref: `collection:${bank.id}` },
  ];
  const there = await balance(db, 'C', from);
  const said = { kind: 'swept' as const, source: ['collection_account', mpesa.id] as const, params: { how: mpesa.name, code: clock.today() } };
  await post(db, { ...said, key: `sweep:${clock.today()}:out`, pairs: sweptOut(from, there) });
  await post(db, { ...said, key: `sweep:${clock.today()}:in`, pairs: sweptIn(to, there) });
}

/** A run of what is cleared up to a day: made by one, approved by the other, sent to the bank, and answered for by it. */
export async function payOut(db: Db, maker: As, second: As, cutOff: Day): Promise<void> {
  await run(maker(db), { cut_off: cutOff });
  await approveAll(db, second, 0);
  await answered(db, second, 0);
}

async function approveAll(db: Db, second: As, butLast: number): Promise<void> {
  const drafts = await everything(db, 'settlement_payment', why)
    .select()
    .select(['id', 'net_cents'])
    .where('status', '=', 'draft')
    .orderBy('id')
    .execute();
  for (const { id, net_cents } of drafts.slice(0, drafts.length - butLast)) await approve(second(db), { id, net_cents });
}
/** What the bank says of its file: all arrived, but the last few. */
async function answered(db: Db, second: As, failing: number): Promise<void> {
  const waiting = await everything(db, 'settlement_transaction', why)
    .select()
    .select('id')
    .where('status', '=', 'queued')
    .where('rail', '=', 'bank')
    .limit(1)
    .execute();
  if (waiting.length === 0) return;
  const { csv } = await bankFile(second(db));
  const [, ...lines] = csv.trim().split(/\r?\n/);
  const told = lines.map((line, n) => {
    const reference = line.split(',')[0]?.replaceAll('"', '') ?? '';
    return n >= lines.length - failing ? `${reference},failed,,account closed` : `${reference},paid,BK${reference.replaceAll('-', '')},`;
  });
  await confirmations(second(db), { csv: ['reference,status,external,reason', ...told].join('\n'), dry: false });
}

/** The latest: one came back from the bank and stands on the desk, one waits for its second person, the others arrived. */
export async function payOutLast(db: Db, maker: As, second: As, cutOff: Day): Promise<void> {
  await run(maker(db), { cut_off: cutOff });
  await approveAll(db, second, 1);
  await answered(db, second, 1);
}
