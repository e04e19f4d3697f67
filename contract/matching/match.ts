import type { Cents } from '#contract/money/cents.ts';
import { daysBetween } from '#contract/time/days.ts';

/**
 * Whose a payment is, by what came with it: pure, and says why. What the paybill brings is typed by people, so one character may be wrong, but
 * only where exactly one live account fits and something else agrees: a check character finds a slip and cannot mend it.
 */
export const matchReasons = [
  'account',
  'account_typo',
  'unit',
  'phone',
  'payer',
  'amount',
  'pasted',
  'pasted_fits',
  'rule',
  'person',
  'earlier',
] as const;
export type MatchReason = (typeof matchReasons)[number];
export const scores: Readonly<Record<MatchReason, number>> = {
  account: 100,
  rule: 100,
  person: 100,
  account_typo: 95,
  pasted_fits: 92,
  unit: 85,
  phone: 80,
  payer: 70,
  pasted: 60,
  amount: 50,
  /** It was put there before, and taken back. */
  earlier: 50,
};
export const autoFrom = 90;
const suggestFrom = 50;

/** What is known of the money. */
export type Paid = {
  readonly account: string;
  readonly cents: Cents;
  readonly on: string;
  readonly payer: string;
  /** The last digits that are not masked; all of the number is known for a prompt alone, as a mark. */
  readonly tail: string;
  readonly phoneMark: string | null;
  /** The moment it came, where that is known. */
  readonly came?: Date | undefined;
};
/** Somebody it could be from, with what they owe. */
export type Owing = {
  /** A tenancy's or a booking's: a name of its own. */
  readonly key: string;
  /** What they type at the paybill: the tenancy's code, those of its invoices. */
  readonly accounts: readonly string[];
  readonly unit: string;
  readonly property: string;
  readonly people: readonly { readonly name: string; readonly tail: string; readonly mark: string | null }[];
  readonly open: readonly { readonly cents: Cents; readonly due: string; readonly asked?: Date }[];
  /** Who has the message M-Pesa sent about it: somebody who pays for this home, or another who may have seen it anywhere. */
  readonly pasted?: 'payer' | 'other' | undefined;
};
export type Reason = { readonly what: MatchReason; readonly score: number };
export type Match = { readonly key: string; readonly score: number; readonly reasons: readonly Reason[] };

/** As an account number is read: capitals and digits alone. */
export const bare = (text: string): string => text.toUpperCase().replace(/[^A-Z0-9]/g, '');
/** A name's first word, as M-Pesa tells it. */
const first = (name: string): string => bare(name.trim().split(/\s+/)[0] ?? '');

/** Whether one character was typed wrong, left out, doubled, or two neighbours swapped. */
export function oneSlip(a: string, b: string): boolean {
  if (a === b || Math.abs(a.length - b.length) > 1) return false;
  let i = 0;
  while (i < a.length && i < b.length && a[i] === b[i]) i++;
  if (a.length > b.length) return a.slice(i + 1) === b.slice(i);
  if (a.length < b.length) return a.slice(i) === b.slice(i + 1);
  return a.slice(i + 1) === b.slice(i + 1) || (a[i] === b[i + 1] && a[i + 1] === b[i] && a.slice(i + 2) === b.slice(i + 2));
}
const letters = '23456789ABCDEFGHJKMNPQRSTUVWXYZ01ILO';
/** Every text one slip away from this, itself first: few enough to be looked up by an index. */
export function slipsOf(text: string): string[] {
  const found = new Set([text]);
  for (let i = 0; i <= text.length; i++) {
    const [front, back] = [text.slice(0, i), text.slice(i)];
    if (back !== '') found.add(front + back.slice(1));
    if (back.length > 1) found.add(front + back[1] + back[0] + back.slice(2));
    for (const letter of letters) {
      found.add(front + letter + back);
      if (back !== '') found.add(front + letter + back.slice(1));
    }
  }
  return [...found];
}
const shaped = /^(TCY|INV|BKG)?([2-9A-HJKMNP-Z]{6}|[2-9A-HJKMNP-Z]{8})$/;
/** The codes of ours a text could be: people leave out the letters before it, and its dash. */
export const codesIn = (texts: readonly string[]): string[] =>
  texts.flatMap((text) => {
    const [, prefix, body] = shaped.exec(text) ?? [];
    return body === undefined ? [] : (prefix === undefined ? ['TCY', 'INV', 'BKG'] : [prefix]).map((one) => `${one}-${body}`);
  });

/** So short a text fits anything by chance. */
const leastForSlip = 5;
/** Days around the day something is due in which an amount alone says something. */
const nearDue = 10;

const total = (one: Owing): number => one.open.reduce((sum, { cents }) => sum + cents, 0);
const amountFits = (paid: Paid, one: Owing): boolean => total(one) === paid.cents || one.open.some(({ cents }) => cents === paid.cents);
const payerFits = (paid: Paid, one: Owing): boolean =>
  one.people.some(
    ({ name, tail, mark }) =>
      (paid.phoneMark !== null && mark === paid.phoneMark) ||
      (paid.tail !== '' && tail.endsWith(paid.tail) && first(paid.payer) !== '' && first(name) === first(paid.payer)),
  );

function reasonsFor(paid: Paid, one: Owing, slips: number): MatchReason[] {
  const typed = bare(paid.account);
  const found: MatchReason[] = [];
  if (hasTyped(paid, one)) found.push('account');
  else if (slips === 1 && slipsOn(typed, one) && (amountFits(paid, one) || payerFits(paid, one))) found.push('account_typo');
  const unit = bare(one.unit);
  const home = bare(one.property);
  if (unit !== '' && home !== '' && (typed === unit + home || typed === home + unit)) found.push('unit');
  if (paid.phoneMark !== null && one.people.some(({ mark }) => mark === paid.phoneMark)) found.push('phone');
  if (payerFits(paid, one) && total(one) === paid.cents) found.push('payer');
  if (one.open.some(({ cents, due }) => cents === paid.cents && Math.abs(daysBetween(due, paid.on)) <= nearDue)) found.push('amount');
  if (one.pasted) found.push(pastedFits(paid, one) ? 'pasted_fits' : 'pasted');
  return found;
}
/** Who pays for the home has its message, and whoever paid is of it: by their number, or by name where the sum fits. Neighbours pay the same rent, so a sum alone is a hint. */
const pastedFits = (paid: Paid, one: Owing): boolean =>
  one.pasted === 'payer' && (payerFits(paid, one) || (isNamed(paid, one) && amountFits(paid, before(paid, one))));
const isNamed = ({ payer }: Paid, one: Owing): boolean => first(payer) !== '' && one.people.some(({ name }) => first(name) === first(payer));
/** What was asked of them before the money came: a sum that is asked for afterwards fits because somebody made it fit. */
const before = ({ came }: Paid, one: Owing): Owing =>
  came ? { ...one, open: one.open.filter(({ asked }) => asked === undefined || asked <= came) } : one;
/** With or without the three letters our codes begin with. */
const isSame = (typed: string, account: string): boolean => bare(account) === typed || bare(account).slice(3) === typed;
const hasTyped = (paid: Paid, one: Owing): boolean => one.accounts.some((account) => isSame(bare(paid.account), account));
const isOwn = (paid: Paid, one: Owing): boolean => one.accounts.some((account) => account.startsWith('TCY') && isSame(bare(paid.account), account));
/**
 * Whom the account number names. A tenancy, an invoice and a booking of one id are alike behind their three letters, so without these it may be the
 * number of three homes: who owes just this comes first, then whose tenancy it is, unless the payer is of another of them.
 */
function namedBy<One extends Owing>(paid: Paid, owing: readonly One[]): readonly One[] {
  const typed = owing.filter((one) => hasTyped(paid, one));
  const fits = typed.filter((one) => amountFits(paid, one));
  const near = fits.length > 0 ? fits : typed;
  const own = near.filter((one) => isOwn(paid, one));
  return own.length === 0 || near.some((one) => !own.includes(one) && payerFits(paid, one)) ? near : own;
}
/** The account number names them to the letter, and they owe just this: whoever else comes near it, it is theirs. */
export function sureOf<One extends Owing>(paid: Paid, owing: readonly One[]): One | null {
  const [one, other] = namedBy(paid, owing);
  return one && !other && amountFits(paid, one) ? one : null;
}
const slipsOn = (typed: string, one: Owing): boolean =>
  typed.length >= leastForSlip && one.accounts.some((account) => oneSlip(typed, bare(account)) || oneSlip(typed, bare(account).slice(3)));

/** What was typed, or who paid, names them: a message somebody else has, who may have seen it anywhere, says less. */
const speaksFor = (paid: Paid, one: Owing): boolean =>
  reasonsFor(paid, one, 1).some((what) => ['account', 'account_typo', 'unit', 'phone', 'payer'].includes(what)) || payerFits(paid, one);

/** Best first. Of two that would each be certain neither is: what would be done by itself is only suggested, unless one alone is sure. */
export function matches(paid: Paid, owing: readonly Owing[]): Match[] {
  const typed = bare(paid.account);
  const slips = owing.filter((one) => slipsOn(typed, one)).length;
  const found = owing
    .map((one): Match => {
      const isOther = one.pasted && owing.some((other) => other !== one && speaksFor(paid, other));
      const reasons = reasonsFor(paid, one, slips)
        .map((what) => (what === 'pasted_fits' && isOther ? 'pasted' : what))
        .map((what) => ({ what, score: scores[what] }));
      return { key: one.key, score: Math.max(0, ...reasons.map(({ score }) => score)), reasons };
    })
    .filter(({ score }) => score >= suggestFrom)
    .sort((a, b) => b.score - a.score || b.reasons.length - a.reasons.length || (a.key < b.key ? -1 : 1));
  const named = namedBy(paid, owing);
  const passedOver = owing.filter((one) => hasTyped(paid, one) && !named.includes(one)).map(({ key }) => key);
  const certain = found.filter(({ key, score }) => score >= autoFrom && !passedOver.includes(key)).map(({ key }) => key);
  const best = sureOf(paid, owing)?.key ?? (certain.length === 1 ? certain[0] : undefined);
  return found.map((one) => (one.key === best ? one : { ...one, score: Math.min(one.score, autoFrom - 1) })).sort((a, b) => b.score - a.score);
}

export const verdict = (found: readonly Match[]): 'matched' | 'suggested' | 'unmatched' =>
  (found[0]?.score ?? 0) >= autoFrom ? 'matched' : found.length > 0 ? 'suggested' : 'unmatched';
