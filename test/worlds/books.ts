import { type Acct, accountKinds, type Fund, keyOf, type Pair } from '#contract/ledger/accounts.ts';

type Standing = { readonly fund: Fund; readonly code: Acct['code']; readonly rest: string; cents: number };
/** The books in memory, for tests: what the database must come to. */
export class Books {
  readonly #standing = new Map<string, Standing>();

  at(fund: Fund, acct: Acct): number {
    return this.#standing.get(keyOf(fund, acct))?.cents ?? 0;
  }
  post(pairs: readonly Pair[]): void {
    for (const { fund, dr, cr, cents } of pairs) {
      if (!(cents > 0) || keyOf(fund, dr) === keyOf(fund, cr)) throw new Error('a pair moves something from one account to another');
      this.#add(fund, dr, accountKinds[dr.code].side === 'debit' ? cents : -cents);
      this.#add(fund, cr, accountKinds[cr.code].side === 'credit' ? cents : -cents);
    }
  }
  #add(fund: Fund, acct: Acct, cents: number): void {
    const key = keyOf(fund, acct);
    const there = this.#standing.get(key);
    if (there) there.cents += cents;
    else this.#standing.set(key, { fund, code: acct.code, rest: key.split(':').slice(2).join(':'), cents });
  }
  entries(): readonly Readonly<Standing>[] {
    return [...this.#standing.values()];
  }
  sum(fund: Fund | null, codes: readonly number[]): number {
    return this.entries().reduce((sum, one) => (codes.includes(one.code) && (fund === null || one.fund === fund) ? sum + one.cents : sum), 0);
  }

  /** Every proof that the books can answer by themselves; empty is proven. */
  problems(suspense: number): string[] {
    const found: string[] = [];
    const same = (what: string, a: number, b: number) => {
      if (a !== b) found.push(`${what}: ${a} is not ${b}`);
    };
    same('1390 mirrored', this.sum(null, [1390]), 0);
    for (const [one, other] of [
      [1100, 2110],
      [1110, 2120],
    ] as const) {
      const by = new Map<string, number>();
      for (const { fund, code, rest, cents } of this.entries())
        if (code === one || code === other) by.set(`${fund}${rest}`, (by.get(`${fund}${rest}`) ?? 0) + (code === one ? cents : -cents));
      for (const [who, cents] of by) same(`${one} = ${other} of ${who}`, cents, 0);
    }
    same('deposits', this.sum('D', [1020, 1390]), this.sum('D', [2010, 2090, 2080]));
    same('memo', this.sum('M', [1900, 1300, 1350]), this.sum('M', [2000, 2010, 2020, 2040]));
    same('suspense', this.sum('C', [2030]), suspense);
    for (const { fund, code, rest, cents } of this.entries())
      if (accountKinds[code].floored && cents < 0) found.push(`${fund}${code}:${rest} is below zero: ${cents}`);
    return found;
  }
}
