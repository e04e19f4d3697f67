import * as commissions from '#contract/commission/postings.ts';
import type { Fund, Pair, Payer } from '#contract/ledger/accounts.ts';
import * as postings from '#contract/ledger/postings.ts';
import { Books } from './books.ts';
import { agent, bank, claims, dealer, paybill, payees, tills } from './street-people.ts';

type Random = (below: number) => number;
type Invoice = { readonly payer: Payer; readonly fund: 'C' | 'M'; left: number; depositLeft: number; paid: number; given: number };
type Put = { readonly one: Invoice; readonly pairs: readonly Pair[]; readonly cents: number; readonly deposit: boolean; readonly suspense: boolean };
type Sums = { readonly company: number; readonly amount: number; readonly tax: number };

/** What only helps to write the others is no fact of its own. */
type Helper = 'pair' | 'mirrored' | 'takenBack';
/** A posting that has no place on the street does not compile. */
type Fact = Exclude<keyof typeof postings, Helper> | keyof typeof commissions;

/** A street of tenancies whose money moves as it may: facts of every kind, each only where it can happen. */
export class Street {
  readonly books = new Books();
  /** What has happened at least once. */
  readonly happened = new Set<string>();
  readonly #random: Random;
  #suspense = 0;
  #refunds: { readonly id: number; readonly cents: number }[] = [];
  #transit: { readonly payee: postings.Payee; cents: number }[] = [];
  #failed: { readonly payee: postings.Payee; readonly cents: number }[] = [];
  #puts: Put[] = [];
  #taken: Sums[] = [];
  #billed: Sums[] = [];
  readonly #invoices: Invoice[] = [];
  readonly #active = new Set<string>();
  constructor(random: Random) {
    this.#random = random;
  }
  get suspense(): number {
    return this.#suspense;
  }
  #pick<T>(all: readonly T[]): T | undefined {
    return all[this.#random(all.length)];
  }
  #pull<T>(all: T[]): T | undefined {
    return all.splice(this.#random(all.length), 1)[0];
  }
  #payer(): { payer: Payer; fund: 'C' | 'M' } {
    const n = this.#random(12);
    // Every third company holds its own money.
    const company = 1 + (n % 3);
    return { payer: { company, tenancy: 100 + n }, fund: company === 3 ? 'M' : 'C' };
  }
  #company = (): number => 1 + this.#random(2);
  #credit = ({ payer, fund }: { payer: Payer; fund: 'C' | 'M' }): number => this.#random(this.books.at(fund, { code: 2020, ...payer }) + 1);
  #fromSuspense(): number {
    const cents = this.#random(this.#suspense + 1);
    this.#suspense -= cents;
    return cents;
  }
  #lived = (payer: Payer): boolean => 'tenancy' in payer && this.#active.has(String(payer.tenancy));
  #owners = (fund: Fund, company: number): number => this.books.at(fund, { code: 2000, company });

  readonly #facts: Readonly<Record<Fact, () => Pair[]>> = {
    issued: () => {
      const { payer, fund } = this.#payer();
      const [cents, depositCents] = [1 + this.#random(5_000_000), this.#random(4) === 0 ? 1 + this.#random(4_000_000) : 0];
      this.#invoices.push({ payer, fund, left: cents, depositLeft: depositCents, paid: 0, given: 0 });
      return postings.issued({ fund, payer, cents, depositCents });
    },
    unasked: () => {
      const one = this.#pick(this.#invoices.filter(({ left }) => left > 0));
      if (!one) return [];
      const cents = 1 + this.#random(one.left);
      one.left -= cents;
      return postings.unasked({ ...one, cents, depositCents: 0 });
    },
    received: () => {
      const cents = 1 + this.#random(6_000_000);
      this.#suspense += cents;
      return postings.received(this.#pick(tills) ?? paybill, cents);
    },
    allocated: () => this.#allocate(this.#random(3) === 0 ? 'credit' : 'receipt'),
    unallocated: () => {
      const put = this.#pull(this.#puts);
      if (!put) return [];
      const { one, pairs, cents, deposit } = put;
      // What a credit note gave back of it goes first (creditTaken).
      if (one.given > 0) return [];
      if (put.suspense) this.#suspense += cents;
      if (deposit) one.depositLeft += cents;
      else {
        one.left += cents;
        one.paid -= cents;
      }
      const { company } = one.payer;
      return postings.unallocated(pairs, company, this.#lived(one.payer), this.#owners(one.fund, company));
    },
    overpaid: () => {
      const { payer, fund } = this.#payer();
      return postings.overpaid({ fund, payer, cents: fund === 'M' ? 1 + this.#random(100_000) : this.#fromSuspense() });
    },
    creditMoved: () => {
      const from = this.#payer();
      const to: Payer = { company: from.payer.company, ref: 'booking:7' };
      return postings.creditMoved(from.fund, from.payer, to, this.#credit(from));
    },
    handedOver: () => {
      const { payer, fund } = this.#payer();
      const credit = { code: 2020, ...payer } as const;
      return postings.handedOver(fund, credit, { ...credit, company: 3 - payer.company }, this.#credit({ payer, fund }));
    },
    activated: () => {
      const { payer, fund } = this.#payer();
      if (fund === 'M' || !('tenancy' in payer)) return [];
      const held = { rent: this.books.at('C', { code: 2095, ...payer }), deposit: this.books.at('D', { code: 2090, ...payer }) };
      if (held.rent + held.deposit > 0) this.#active.add(String(payer.tenancy));
      return postings.activated(payer, held);
    },
    creditedBack: () => {
      const one = this.#pick(this.#invoices.filter(({ paid }) => paid > 0));
      if (!one) return [];
      const cents = 1 + this.#random(one.paid);
      one.paid -= cents;
      one.given += cents;
      const available = this.#owners(one.fund, one.payer.company);
      return postings.creditedBack({ ...one, whose: one.payer, cents, active: this.#lived(one.payer), available });
    },
    creditTaken: () => {
      const one = this.#pick(this.#invoices.filter(({ given }) => given > 0));
      if (!one) return [];
      const cents = Math.min(one.given, this.books.at(one.fund, { code: 2020, ...one.payer }));
      one.paid += cents;
      one.given -= cents;
      const claimed = this.books.at(one.fund, { code: 1300, company: one.payer.company });
      return postings.creditTaken({ ...one, whose: one.payer, cents, active: this.#lived(one.payer), claimed });
    },
    setOff: () => {
      const one = this.#pick(claims);
      if (!one) return [];
      const { fund, company, code, claim } = one;
      const there = Math.min(this.books.at(fund, { code, company }), this.books.at(fund, { code: claim, company }));
      return postings.setOff(fund, { code, company }, { code: claim, company }, Math.max(0, there));
    },
    payoutApproved: () => {
      const payee = this.#pick(payees);
      const cents = payee ? this.#random(this.books.at(payee.fund, { code: payee.code, company: payee.company }) + 1) : 0;
      if (!payee || cents === 0) return [];
      this.#transit.push({ payee, cents });
      return postings.payoutApproved(payee, cents);
    },
    payoutConfirmed: () => {
      const one = this.#pull(this.#transit);
      if (!one) return [];
      const code = one.payee.fund === 'P' && this.#random(2) === 0 ? 1030 : 1005;
      return postings.payoutConfirmed(one.payee, { code }, one.cents);
    },
    payoutFailed: () => {
      const one = this.#random(4) === 0 ? this.#pull(this.#transit) : undefined;
      if (!one) return [];
      this.#failed.push(one);
      return postings.payoutFailed(one.payee, one.cents);
    },
    payoutFound: () => {
      const one = this.#pull(this.#failed);
      // What was topped up is never paid out by itself: nobody owes for it.
      if (!one || one.payee.code === 2130) return [];
      this.#transit.push(one);
      const there = this.books.at(one.payee.fund, { code: one.payee.code, company: one.payee.company });
      return postings.payoutFound(one.payee, one.cents, there);
    },
    payoutCharge: () => {
      const one = this.#random(2) === 0 ? this.#pick(this.#transit) : undefined;
      if (!one) return postings.payoutCharge({ code: 1005 }, this.#random(3_000), null);
      const fee = this.#random(one.cents);
      one.cents -= fee;
      return postings.payoutCharge({ code: 1005 }, fee, one.payee);
    },
    cashCorrected: () => postings.cashCorrected({ code: 1010 }, this.#random(200) - 100),
    adjusted: () => {
      const payee = this.#pick(payees);
      if (!payee) return [];
      const there = this.books.at(payee.fund, { code: payee.code, company: payee.company });
      return postings.adjusted(payee, this.#random(2) === 0 ? this.#random(10_000) : -this.#random(there + 1));
    },
    refundApproved: () => {
      const from = this.#random(2) === 0 ? null : this.#payer();
      if (from?.fund === 'M') return [];
      const cents = from ? this.#credit(from) : this.#fromSuspense();
      const id = 1 + this.#random(5);
      if (cents > 0) this.#refunds.push({ id, cents });
      return postings.refundApproved(from?.payer ?? null, id, cents);
    },
    refundConfirmed: () => {
      const one = this.#pull(this.#refunds);
      return one ? postings.refundConfirmed(this.#random(2) === 0 ? paybill : bank, one.id, one.cents) : [];
    },
    refundedByHand: () => {
      const one = this.#pull(this.#refunds);
      const company = this.#company();
      return one ? postings.refundedByHand(company, one.id, one.cents, this.books.at('C', { code: 1040, company })) : [];
    },
    refundedByOwner: () => {
      const from = this.#payer();
      return from.fund === 'M' ? postings.refundedByOwner(from.payer, this.#credit(from)) : [];
    },
    sweptOut: () => postings.sweptOut(paybill, this.#random(1_000_000)),
    sweptIn: () => postings.sweptIn(bank, this.#random(this.books.at('C', { code: 1015 }) + 1)),
    fundsCleared: () => {
      const to = this.#random(2) === 0 ? ('D' as const) : ('P' as const);
      return postings.fundsCleared(to, this.#random(this.books.at(to, { code: 1390 }) + 1));
    },
    toppedUp: () => postings.toppedUp(this.#company(), this.#fromSuspense()),
    bought: () => {
      const company = this.#company();
      const from = this.#pick(['wallet', 'rent', 'receipt', 'bank'] as const) ?? 'bank';
      const there = { wallet: this.books.at('P', { code: 2130, company }), rent: this.#owners('C', company), receipt: 0, bank: 50_000 }[from];
      const cents = from === 'receipt' ? this.#fromSuspense() : this.#random(there + 1);
      return postings.bought({ company, cents: cents - Math.floor(cents / 8), vatCents: Math.floor(cents / 8), from });
    },
    earned: () => {
      const company = this.#company();
      return postings.earned(company, 4020, this.#random(this.books.at('P', { code: 2100, company }) + 1));
    },
    boughtBack: () => {
      const company = this.#company();
      const cents = this.#random(this.books.at('P', { code: 2100, company }) + 1);
      return postings.boughtBack(company, cents, Math.floor(cents / 7), this.#pick(['wallet', 'rent'] as const) ?? 'wallet');
    },
    boughtReversed: () => {
      const company = this.#company();
      const [deferred, credit] = [2100 as const, 2130 as const].map((code) => this.#random(this.books.at('P', { code, company }) + 1));
      const of = { deferred: deferred ?? 0, credit: credit ?? 0, vat: this.#random(1_000), owed: this.#random(5_000) };
      this.#suspense += of.deferred + of.credit + of.vat + of.owed;
      return postings.boughtReversed(company, of);
    },
    platformTaken: () => {
      const company = this.#company();
      // More than there is, at times: the rest is a debt.
      const amount = this.#random(Math.floor(this.#owners('C', company) / 10) + 1_000);
      const sums = { company, amount, tax: Math.floor(amount / 7) };
      this.#taken.push(sums);
      return commissions.platformTaken(company, sums, this.#owners('C', company));
    },
    platformGiven: () => {
      const was = this.#pull(this.#taken);
      return was ? commissions.platformGiven(was.company, was) : [];
    },
    platformBilled: () => {
      const amount = this.#random(10_000);
      const sums = { company: 3, amount, tax: Math.floor(amount / 7) };
      this.#billed.push(sums);
      return commissions.platformBilled(3, sums);
    },
    platformUnbilled: () => {
      const was = this.#pull(this.#billed);
      return was ? commissions.platformUnbilled(was.company, was, this.books.at('P', { code: 1200, company: was.company })) : [];
    },
    agentTaken: () => {
      const { payer, fund } = this.#payer();
      const cents = this.#random(Math.floor(this.#owners(fund, payer.company) / 10) + 1_000);
      const now = { available: this.#owners(fund, payer.company), owes: this.books.at(fund, { code: 1350, company: agent }) };
      return commissions.agentTaken(fund, payer.company, agent, cents, now);
    },
    agentGiven: () => {
      const { payer, fund } = this.#payer();
      return commissions.agentGiven(fund, payer.company, agent, this.#random(20_000), this.books.at(fund, { code: 2040, company: agent }));
    },
    dealerTaken: () => commissions.dealerTaken(dealer, this.#random(10_000), this.books.at('P', { code: 1350, company: dealer })),
    dealerGiven: () => commissions.dealerGiven(dealer, this.#random(10_000), this.books.at('P', { code: 2050, company: dealer })),
  };
  #allocate(from: 'receipt' | 'credit'): Pair[] {
    const one = this.#pick(this.#invoices.filter(({ left, depositLeft }) => left + depositLeft > 0));
    if (!one) return [];
    const deposit = one.left === 0;
    const open = deposit ? one.depositLeft : one.left;
    const there = from === 'credit' ? this.books.at(one.fund, { code: 2020, ...one.payer }) : one.fund === 'M' ? open : this.#suspense;
    const cents = this.#random(Math.min(open, there) + 1);
    if (cents === 0) return [];
    const suspense = from === 'receipt' && one.fund === 'C';
    if (suspense) this.#suspense -= cents;
    if (deposit) one.depositLeft -= cents;
    else {
      one.left -= cents;
      one.paid += cents;
    }
    const pairs = postings.allocated({ ...one, cents, deposit, active: this.#lived(one.payer), from });
    this.#puts.push({ one, pairs, cents, deposit, suspense });
    return pairs;
  }
  get facts(): readonly string[] {
    return Object.keys(this.#facts);
  }
  /** The next fact; what cannot happen now is nothing. */
  next(): Pair[] {
    const [name, fact] = this.#pick(Object.entries(this.#facts)) ?? ['', () => []];
    const pairs = fact();
    this.books.post(pairs);
    if (pairs.length > 0) this.happened.add(name);
    return pairs;
  }
}
