import { sql } from 'kysely';
import type { Pair } from '#contract/ledger/accounts.ts';
import { setOff } from '#contract/ledger/postings.ts';
import { fundOfPocket, type PayableCode } from '#contract/wallet/kinds.ts';
import { eachDue } from '#server/jobs/each-due.ts';
import type { Db } from '#server/kernel/ctx.ts';
import { everything } from '#server/kernel/scoped.ts';
import { held, post } from '#server/ledger/service.ts';
import { companyName } from '#server/people/service.ts';
import { claims, named } from './pockets.ts';

const why = 'the clock sets off what stands against each other';
type Due = { readonly id: number; readonly code: PayableCode };

/**
 * What a company owes, or has in its own hands of what is its own, is set off against what it is owed: so a claim is paid by what comes next, and
 * rent an owner took in cash is theirs without our sending it. Nothing moves but the books.
 */
async function setOffOne(db: Db, { id: company, code }: Due): Promise<void> {
  const fund = fundOfPocket(code);
  const [there = 0, ...owes] = await held(db, named(code, company));
  const pairs: Pair[] = [];
  let left: number = there;
  const open = new Map<number, number>();
  for (const [n, claim] of claims[code].entries()) {
    const owed = owes[n] ?? 0;
    const taken = Math.max(0, Math.min(left, owed));
    pairs.push(...setOff(fund, { code, company }, { code: claim, company }, taken));
    left -= taken;
    open.set(claim, owed - taken);
  }
  // Cash that was set off and then taken back is in their hands no more, and what they owe for it is the same money.
  const twice = Math.min(open.get(1300) ?? 0, -(open.get(1040) ?? 0));
  pairs.push(...setOff(fund, { code: 1040, company }, { code: 1300, company }, twice));
  if (pairs.length === 0) return;
  const who = await companyName(db, company);
  await post(db, {
    ...{ key: `set_off:${company}:${await earlier(db, company)}`, kind: 'set_off', source: ['company', company], companyId: company },
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
    select distinct a.company_id as id, case when a.fund = 'P' then 2050 when a.code = 1350 then 2040 else 2000 end as code
    from ledger_account a join ledger_total t on t.account_id = a.id
    where a.fund in ('C', 'P') and a.code in (1040, 1300, 1350) and a.company_id is not null and t.dr <> t.cr order by 1, 2`.execute(db);
  await eachDue(db, rows, setOffOne);
}
