import { type Acct, accountKinds, type Fund, keyOf, type Pair, type Payer } from '#contract/ledger/accounts.ts';
import * as postings from '#contract/ledger/postings.ts';

/** The books in memory, for tests: what the database must come to, and a world of facts that may happen next. */
export class Books {
  readonly #standing = new Map<string, number>();

  at(fund: Fund, acct: Acct): number {
    return this.#standing.get(keyOf(fund, acct)) ?? 0;
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
    this.#standing.set(key, (this.#standing.get(key) ?? 0) + cents);
  }
  entries(): [fund: string, code: number, rest: string, cents: number][] {
    return [...this.#standing].map(([key, cents]) => {
      const [fund = '', code = '', ...rest] = key.split(':');
      return [fund, Number(code), rest.join(':'), cents];
    });
  }
  sum(fund: Fund | null, codes: readonly number[]): number {
    return this.entries().reduce((sum, [f, code, , cents]) => (codes.includes(code) && (fund === null || f === fund) ? sum + cents : sum), 0);
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
      for (const [fund, code, rest, cents] of this.entries())
        if (code === one || code === other) by.set(`${fund}${rest}`, (by.get(`${fund}${rest}`) ?? 0) + (code === one ? cents : -cents));
      for (const [who, cents] of by) same(`${one} = ${other} of ${who}`, cents, 0);
    }
    same('deposits', this.sum('D', [1020, 1390]), this.sum('D', [2010, 2090, 2080]));
    same('memo', this.sum('M', [1900, 1300, 1350]), this.sum('M', [2000, 2010, 2020, 2040]));
    same('suspense', this.sum('C', [2030]), suspense);
    for (const [fund, code, rest, cents] of this.entries())
      if (accountKinds[code as Acct['code']].floored && cents < 0) found.push(`${fund}${code}:${rest} is below zero: ${cents}`);
    return found;
  }
}

type Random = (below: number) => number;
type Invoice = { readonly payer: Payer; readonly fund: 'C' | 'M'; left: number; depositLeft: number; paid: number };
/** A street of tenancies whose money moves as it may: facts of every kind, each only where it can happen. */
export class Street {
  readonly books = new Books();
  readonly #random: Random;
  #suspense = 0;
  #transit: { payee: postings.Payee; cents: number }[] = [];
  readonly #invoices: Invoice[] = [];
  readonly #active = new Set<string>();
  #between = { D: 0, P: 0 };
  constructor(random: Random) {
    this.#random = random;
  }
  get suspense(): number {
    return this.#suspense;
  }
  #pick<T>(all: readonly T[]): T | undefined {
    return all[this.#random(all.length)];
  }
  #payer(): { payer: Payer; fund: 'C' | 'M' } {
    const n = this.#random(12);
    // Every third company holds its own money.
    const company = 1 + (n % 3);
    return { payer: { company, tenancy: 100 + n }, fund: company === 3 ? 'M' : 'C' };
  }
  readonly #facts: readonly (() => Pair[])[] = [
    () => {
      const { payer, fund } = this.#payer();
      const [cents, depositCents] = [1 + this.#random(5_000_000), this.#random(4) === 0 ? 1 + this.#random(4_000_000) : 0];
      this.#invoices.push({ payer, fund, left: cents, depositLeft: depositCents, paid: 0 });
      return postings.issued({ fund, payer, cents, depositCents });
    },
    () => {
      const cents = 1 + this.#random(6_000_000);
      this.#suspense += cents;
      return postings.received({ code: 1000, ref: 'collection:1' }, cents);
    },
    () => this.#allocate('receipt'),
    () => this.#allocate('credit'),
    () => {
      const { payer, fund } = this.#payer();
      const cents = fund === 'M' ? 1 + this.#random(100_000) : this.#random(this.#suspense + 1);
      if (fund === 'C') this.#suspense -= cents;
      return postings.overpaid({ fund, payer, cents });
    },
    () => {
      const { payer, fund } = this.#payer();
      if (fund === 'M' || !('tenancy' in payer)) return [];
      this.#active.add(String(payer.tenancy));
      return postings.activated(payer, { rent: this.books.at('C', { code: 2095, ...payer }), deposit: this.books.at('D', { code: 2090, ...payer }) });
    },
    () => {
      const one = this.#pick(this.#invoices.filter(({ left }) => left > 0));
      if (!one) return [];
      const cents = 1 + this.#random(one.left);
      one.left -= cents;
      return postings.unasked({ ...one, cents, depositCents: 0 });
    },
    () => {
      const one = this.#pick(this.#invoices.filter(({ paid }) => paid > 0));
      if (!one) return [];
      const active = this.#lived(one.payer);
      const held = one.fund === 'C' && !active ? this.books.at('C', { code: 2095, ...one.payer }) : one.paid;
      const cents = Math.min(one.paid, held);
      if (cents === 0) return [];
      one.paid -= cents;
      return postings.creditedBack({
        fund: one.fund,
        payer: one.payer,
        cents,
        active,
        available: this.books.at(one.fund, { code: 2000, company: one.payer.company }),
      });
    },
    () => {
      const company = 1 + this.#random(2);
      const cents = Math.floor(this.books.at('C', { code: 2000, company }) / 20);
      const vat = Math.floor(cents / 7);
      this.#between.P += cents + vat;
      return [...postings.platformCommission(company, cents, vat), ...postings.agentCommission('C', company, 9, cents)];
    },
    () => postings.dealerShare(8, this.#random(10_000)),
    () => {
      const payee = this.#pick<postings.Payee>([
        { fund: 'C', code: 2000, company: 1 + this.#random(2) },
        { fund: 'C', code: 2040, company: 9 },
        { fund: 'P', code: 2050, company: 8 },
      ]);
      const cents = payee ? this.#random(this.books.at(payee.fund, { code: payee.code, company: payee.company }) + 1) : 0;
      if (!payee || cents === 0) return [];
      this.#transit.push({ payee, cents });
      return postings.payoutApproved(payee, cents);
    },
    () => {
      const one = this.#transit.splice(this.#random(this.#transit.length + 1), 1)[0];
      if (!one) return [];
      return this.#random(4) === 0
        ? postings.payoutFailed(one.payee, one.cents)
        : postings.payoutConfirmed(one.payee, { code: one.payee.fund === 'C' ? 1005 : 1030 }, one.cents);
    },
    () => {
      const to = this.#random(2) === 0 ? ('D' as const) : ('P' as const);
      const cents = this.#random(this.#between[to] + 1);
      this.#between[to] -= cents;
      return postings.fundsCleared(to, cents);
    },
    () => {
      const one = this.#pick(
        this.#invoices.filter(({ payer, left, fund }) => fund === 'C' && left > 0 && this.books.at('D', { code: 2010, ...payer }) > 0),
      );
      if (!one) return [];
      const cents = 1 + this.#random(Math.min(one.left, this.books.at('D', { code: 2010, ...one.payer })));
      one.left -= cents;
      return postings.depositUsed(one.payer, cents);
    },
    () => {
      const company = 1 + this.#random(2);
      const cents = this.#random(this.#suspense + 1);
      this.#suspense -= cents;
      return postings.toppedUp(company, cents);
    },
    () => {
      const company = 1 + this.#random(2);
      const cents = this.#random(this.books.at('P', { code: 2130, company }) + 1);
      return postings.bought({ company, cents: cents - Math.floor(cents / 8), vatCents: Math.floor(cents / 8), from: 'wallet' });
    },
    () => {
      const company = 1 + this.#random(2);
      return postings.earned(company, 4020, this.#random(this.books.at('P', { code: 2100, company }) + 1));
    },
  ];
  #lived(payer: Payer): boolean {
    return 'tenancy' in payer && this.#active.has(String(payer.tenancy));
  }
  #allocate(from: 'receipt' | 'credit'): Pair[] {
    const one = this.#pick(this.#invoices.filter(({ left, depositLeft }) => left + depositLeft > 0));
    if (!one) return [];
    const deposit = one.left === 0;
    const open = deposit ? one.depositLeft : one.left;
    const there = from === 'credit' ? this.books.at(one.fund, { code: 2020, ...one.payer }) : one.fund === 'M' ? open : this.#suspense;
    const cents = this.#random(Math.min(open, there) + 1);
    if (cents === 0) return [];
    if (from === 'receipt' && one.fund === 'C') this.#suspense -= cents;
    if (deposit) one.depositLeft -= cents;
    else {
      one.left -= cents;
      one.paid += cents;
    }
    return postings.allocated({ ...one, cents, deposit, active: this.#lived(one.payer), from });
  }
  /** The next fact; what cannot happen now is nothing. */
  next(): Pair[] {
    const pairs = this.#facts[this.#random(this.#facts.length)]?.() ?? [];
    this.books.post(pairs);
    return pairs;
  }
}
