import { sql } from 'kysely';
import { accounts, type Pair } from '#contract/ledger/accounts.ts';
import { setOff } from '#contract/ledger/postings.ts';
import { fundOfPocket, type PayableCode } from '#contract/wallet/kinds.ts';
import { eachDue } from '#server/jobs/each-due.ts';
import type { Db } from '#server/kernel/ctx.ts';
import { everything } from '#server/kernel/scoped.ts';
import { codeOf, held, post } from '#server/ledger/service.ts';
import { companyName } from '#server/people/service.ts';
import { claims, claimsOf, elsewhere, named } from './pockets.ts';

const why = 'the clock sets off what stands against each other';
type Due = { readonly id: number; readonly code: PayableCode };

/**
 * What a company owes, or has in its own hands of what is its own, is set off against what it is owed: so a claim is paid by what comes next, and
 * rent an owner took in cash is theirs without our sending it. Nothing moves but the books.
 */
export async function setOffOne(db: Db, { id: company, code }: Due): Promise<void> {
  const fund = fundOfPocket(code);
  const [there = 0, ...owes] = await held(db, named(code, company));
  const pairs: Pair[] = [];
  let left: number = Math.max(0, there - (await elsewhere(db, company, code)));
  const open = new Map<number, number>();
  for (const [n, claim] of claims[code].entries()) {
    const owed = owes[n] ?? 0;
    const taken = Math.max(0, Math.min(left, owed));
    pairs.push(...setOff(fund, { code, company }, { code: claim, company }, taken));
    left -= taken;
    open.set(claim, owed - taken);
  }
  // Cash that was set off and then taken back is in their hands no more, and what they owe for it is the same money.
  const [claim] = claims[code];
  const back = Math.max(0, -(open.get(accounts.cashInHand) ?? 0));
  const twice = claim === undefined ? 0 : Math.min(open.get(claim) ?? 0, back);
  if (claim !== undefined) pairs.push(...setOff(fund, { code: accounts.cashInHand, company }, { code: claim, company }, twice));
  // What is over was set off for cash that was none: it is theirs again.
  pairs.push(...setOff(fund, { code: accounts.cashInHand, company }, { code, company }, back - twice));
  if (pairs.length === 0) return;
  const who = await companyName(db, company);
  await post(db, {
    ...{ key: `set_off:${company}:${code}:${await earlier(db, company)}`, kind: 'set_off', source: ['company', company], companyId: company },
    ...{ params: { who }, pairs },
  });
}
const earlier = async (db: Db, company: number): Promise<number> =>
  (
    await everything(db, 'journal', why)
      .select()
      .select(sql<number>`count(*)::int`.as('n'))
      .where('source', '=', 'company')
      .where('source_id', '=', company)
      .where('kind', '=', 'set_off')
      .executeTakeFirstOrThrow()
  ).n;

export async function setOffAll(db: Db): Promise<void> {
  const { rows } = await sql<Due>`/* all: the clock sets off what stands against each other */
    select distinct a.company_id as id, x.code from ledger_account a join ledger_total t on t.account_id = a.id
      cross join lateral (values (${codeOf('dealerPayable')}, a.fund = 'P'), (${codeOf('ownerPayable')}, a.fund = 'C' and a.code <> ${codeOf('agentReceivable')}), (${codeOf('agentPayable')}, a.fund = 'C' and (a.code = ${codeOf('agentReceivable')} or a.code = ${codeOf('cashInHand')}
        and exists (select 1 from ledger_account own where own.fund = 'C' and own.code = ${codeOf('agentPayable')} and own.company_id = a.company_id)))) x (code, due)
    where a.fund in ('C', 'P') and a.code in (${codeOf('cashInHand', 'ownerReceivable', 'agentReceivable')}) and a.company_id is not null and t.dr <> t.cr and x.due order by 1, 2`.execute(
    db,
  );
  await eachDue(db, rows, setOffOne);
  const holders = await sql<{ id: number }>`/* all: the clock sets off what stands against each other */
    select distinct holder_id as id from wallet_hold where kind = 'cash' and released_at is null order by 1`.execute(db);
  await eachDue(db, holders.rows, releaseOne);
}

/**
 * Others' shares of what a company has in its hands, or owes, may leave as it hands over, the oldest first: what it still owes is of the newest. Their
 * shares alone are counted, not all it took, so that cash said to have come later frees nothing. What is earned on its rent meanwhile waits for its own
 * clearing too, and while its wallet is frozen.
 */
async function releaseOne(db: Db, { id: holder }: { readonly id: number }): Promise<void> {
  const owes = await held(db, [...claimsOf(accounts.ownerPayable, holder), ...claimsOf(accounts.agentPayable, holder).slice(0, 1)]);
  await sql`/* all: the clock sets off what stands against each other */
    with open as (select id, coalesce(sum(cents) over (order by id desc rows between unbounded preceding and 1 preceding), 0) as newer
      from wallet_hold where kind = 'cash' and released_at is null and holder_id = ${holder})
    update wallet_hold h set released_at = app.now() from open where open.id = h.id and open.newer >= ${owes.reduce((all, one) => all + one, 0)}
      and (h.until is null or (h.until <= app.now() and not exists (select 1 from wallet w where w.company_id = ${holder} and w.status = 'frozen')))`.execute(
    db,
  );
}
