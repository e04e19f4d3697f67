import { amountFits, calculateOpenTotal, isAmountExpected, isUsualDay, keepEarlierInvoices } from './amount.ts';
import { areFactsCertain, countNarrationNameWords, isContradicted, listEvidence, readNarration } from './evidence.ts';
import type { MatchTarget, PaymentMatchingFacts } from './facts.ts';
import { isOneTypo, normaliseAccountNumber } from './normalise.ts';
import { readTargetNames } from './target-names.ts';

/**
 * Finds the tenant of a paybill or bank payment from the facts that arrived with it. The functions are pure and give their reasons. People type the
 * account number, so one character may be wrong. A wrong character is accepted only if exactly one live account fits and another fact agrees: a check
 * character finds a typing error but cannot correct it.
 */
export const matchReasons = [
  'account',
  'account_typo',
  'facts_agree',
  'unit',
  'phone',
  'payer',
  'usual_payer',
  'account_named',
  'name',
  'unit_named',
  'property_named',
  'amount',
  'usual_day',
  'pasted',
  'pasted_fits',
  'rule',
  'person',
  'earlier',
] as const;
export type MatchReason = (typeof matchReasons)[number];
export const matchReasonScores: Readonly<Record<MatchReason, number>> = {
  account: 100,
  rule: 100,
  person: 100,
  account_typo: 95,
  /** Amount and at least two facts of the text identify this tenancy, and none another (`evidence.ts`). */
  facts_agree: 93,
  pasted_fits: 92,
  unit: 85,
  phone: 80,
  usual_payer: 75,
  account_named: 75,
  payer: 70,
  name: 65,
  unit_named: 65,
  property_named: 55,
  pasted: 60,
  amount: 50,
  usual_day: 50,
  /** The payment was allocated here before and then unallocated. */
  earlier: 50,
};
export const minAutoMatchScore = 90;
const suggestFrom = 50;

export type ScoredReason = { readonly what: MatchReason; readonly score: number };
export type PaymentMatch = { readonly key: string; readonly score: number; readonly reasons: readonly ScoredReason[] };

/** The first word of a name, as M-Pesa gives it. */
const first = (name: string): string => normaliseAccountNumber(name.trim().split(/\s+/)[0] ?? '');

const letters = '23456789ABCDEFGHJKMNPQRSTUVWXYZ01ILO';
/** Every text that is one typing error away, beginning with the text itself. They are few enough for an index lookup. */
export function listTypos(text: string): string[] {
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
/** The Makao codes that a text could mean. People leave out the prefix and the dash. */
export const findRecordCodes = (texts: readonly string[]): string[] =>
  texts.flatMap((text) => {
    const [, prefix, body] = shaped.exec(text) ?? [];
    return body === undefined ? [] : (prefix === undefined ? ['TCY', 'INV', 'BKG'] : [prefix]).map((one) => `${one}-${body}`);
  });

/** A shorter text is one typing error away from too many accounts. */
const leastForSlip = 5;
const payerFits = (paid: PaymentMatchingFacts, one: MatchTarget): boolean =>
  one.people.some(
    ({ name, tail, mark }) =>
      (paid.phoneMark !== null && mark === paid.phoneMark) ||
      (paid.tail !== '' && tail.endsWith(paid.tail) && first(paid.payer) !== '' && first(name) === first(paid.payer)),
  );

/** What the text of the payment says in addition to the account number and the phone number that came with it. */
function reasonsInText(paid: PaymentMatchingFacts, one: MatchTarget, known: readonly MatchReason[]): MatchReason[] {
  const evidence = listEvidence(paid, one);
  const found: MatchReason[] = [];
  if (evidence.has('code') && !known.some((what) => what === 'account' || what === 'account_typo' || what === 'account_named'))
    found.push('account_named');
  if (evidence.has('phone') && !known.includes('phone')) found.push('phone');
  if (evidence.has('name') && !known.includes('payer')) found.push('name');
  // Unit and property together are as clear as the same typed as the account number.
  if (evidence.has('unit') && evidence.has('property') && !known.includes('unit')) found.push('unit');
  else if (evidence.has('unit') && !known.includes('unit')) found.push('unit_named');
  else if (evidence.has('property') && evidence.size > 1 && !known.includes('unit')) found.push('property_named');
  if (one.usual) found.push('usual_payer');
  if (isUsualDay(paid, one)) found.push('usual_day');
  return found;
}

/** What an account number means for all candidates: the ones that it names, and how many it names with one typing error. */
type TypedAccount = { readonly typed: string; readonly named: readonly MatchTarget[]; readonly slips: number };
function readTypedAccount(paid: PaymentMatchingFacts, all: readonly MatchTarget[]): TypedAccount {
  const { typed } = readNarration(paid);
  const slips = typed.length < leastForSlip ? 0 : all.filter((one) => slipsOn(typed, one)).length;
  return { typed, named: all.filter((one) => hasTyped(typed, one)), slips };
}
function reasonsFor(paid: PaymentMatchingFacts, one: MatchTarget, { typed, named, slips }: TypedAccount, all: readonly MatchTarget[]): MatchReason[] {
  const found: MatchReason[] = [];
  if (named.includes(one)) found.push('account');
  else if (slips === 1 && slipsOn(typed, one) && (amountFits(paid, one) || payerFits(paid, one)))
    found.push(isContradicted(paid, one, all) ? 'account_named' : 'account_typo');
  if (readTargetNames(one).unitWithProperty.includes(typed)) found.push('unit');
  if (paid.phoneMark !== null && one.people.some(({ mark }) => mark === paid.phoneMark)) found.push('phone');
  if (payerFits(paid, one) && calculateOpenTotal(one) === paid.cents) found.push('payer');
  if (isAmountExpected(paid, one)) found.push('amount');
  if (one.pasted) found.push(pastedFits(paid, one) ? 'pasted_fits' : 'pasted');
  return found.concat(reasonsInText(paid, one, found));
}
/**
 * A payer of this tenancy pasted the message, and the payment comes from one of its people: by phone number, or by name when the amount fits.
 * Neighbours pay the same rent, so the amount alone is only a hint.
 */
const pastedFits = (paid: PaymentMatchingFacts, one: MatchTarget): boolean =>
  one.pasted === 'payer' && (payerFits(paid, one) || (isNamed(paid, one) && amountFits(paid, keepEarlierInvoices(paid, one))));
const isNamed = ({ payer }: PaymentMatchingFacts, one: MatchTarget): boolean =>
  first(payer) !== '' && one.people.some(({ name }) => first(name) === first(payer));
const hasTyped = (typed: string, one: MatchTarget): boolean => readTargetNames(one).codesAndBodies.includes(typed);
/** The account number is that of the tenancy itself. It is compared with or without the three-letter prefix of Makao codes. */
const isOwn = (paid: PaymentMatchingFacts, one: MatchTarget): boolean => {
  const { typed } = readNarration(paid);
  return one.accounts.some((account) => account.startsWith('TCY') && [typed, `TCY${typed}`].includes(normaliseAccountNumber(account)));
};
/**
 * The targets that the account number names. A tenancy, an invoice and a booking with one id share the characters after the prefix, so a code
 * without prefix may name three targets. The one that owes exactly the amount comes first, then the tenancy itself, unless the payer belongs to
 * another of them.
 */
function namedBy<One extends MatchTarget>(paid: PaymentMatchingFacts, owing: readonly One[]): readonly One[] {
  const { typed } = readNarration(paid);
  const named = owing.filter((one) => hasTyped(typed, one));
  const fits = named.filter((one) => amountFits(paid, one));
  const near = fits.length > 0 ? fits : named;
  const own = near.filter((one) => isOwn(paid, one));
  return own.length === 0 || near.some((one) => !own.includes(one) && payerFits(paid, one)) ? near : own;
}
/** The target whose account number matches exactly and that owes exactly the amount. This match is certain, even if other targets are similar. */
export function findCertainMatch<One extends MatchTarget>(paid: PaymentMatchingFacts, owing: readonly One[]): One | null {
  const [one, other] = namedBy(paid, owing);
  return one && !other && amountFits(paid, one) ? one : null;
}
const slipsOn = (typed: string, one: MatchTarget): boolean =>
  typed.length >= leastForSlip && readTargetNames(one).codesAndBodies.some((code) => isOneTypo(typed, code));

/** The account number or the payer points to this target. A message that another person pasted counts for less. */
const speaksFor = (paid: PaymentMatchingFacts, one: MatchTarget): boolean =>
  reasonsFor(paid, one, { ...readTypedAccount(paid, [one]), slips: 1 }, [one]).some((what) =>
    ['account', 'account_typo', 'unit', 'phone', 'payer'].includes(what),
  ) || payerFits(paid, one);

/** Whether no reason can apply. Most tenancies have nothing in common with a payment, so this decides quickly. */
const isUnrelated = (paid: PaymentMatchingFacts, one: MatchTarget, { typed, named, slips }: TypedAccount): boolean =>
  listEvidence(paid, one).size === 0 &&
  !amountFits(paid, one) &&
  slips !== 1 &&
  one.pasted === undefined &&
  one.usual === undefined &&
  one.usualDay === undefined &&
  !named.includes(one) &&
  !readTargetNames(one).unitWithProperty.includes(typed);

/**
 * Best match first. If two would each be certain, neither is matched automatically and both are suggested, unless exactly one is certain by
 * `findCertainMatch`.
 */
export function rankMatches(paid: PaymentMatchingFacts, owing: readonly MatchTarget[]): PaymentMatch[] {
  const account = readTypedAccount(paid, owing);
  const nameWords = new Map<string, number>();
  const found: PaymentMatch[] = [];
  for (const one of owing) {
    if (isUnrelated(paid, one, account)) continue;
    const agree = amountFits(paid, keepEarlierInvoices(paid, one)) && areFactsCertain(paid, one, owing);
    const inFacts = reasonsFor(paid, one, account, owing);
    if (!agree && inFacts.length === 0) continue;
    const isOther = one.pasted && owing.some((other) => other !== one && speaksFor(paid, other));
    const reasons = [...(agree ? ['facts_agree' as const] : []), ...inFacts]
      .map((what) => (what === 'pasted_fits' && isOther ? 'pasted' : what))
      .map((what) => ({ what, score: matchReasonScores[what] }));
    const score = Math.max(...reasons.map((reason) => reason.score));
    if (score < suggestFrom) continue;
    found.push({ key: one.key, score, reasons });
    nameWords.set(one.key, countNarrationNameWords(paid, one));
  }
  // Of two tenants with the same surname, the one whose full name is in the text comes first.
  const wordsOf = ({ key }: PaymentMatch): number => nameWords.get(key) ?? 0;
  found.sort((a, b) => b.score - a.score || b.reasons.length - a.reasons.length || wordsOf(b) - wordsOf(a) || (a.key < b.key ? -1 : 1));
  const named = namedBy(paid, account.named);
  const passedOver = account.named.filter((one) => !named.includes(one)).map(({ key }) => key);
  const certain = found.filter(({ key, score }) => score >= minAutoMatchScore && !passedOver.includes(key)).map(({ key }) => key);
  const best = findCertainMatch(paid, account.named)?.key ?? (certain.length === 1 ? certain[0] : undefined);
  return found
    .map((one) => (one.key === best ? one : { ...one, score: Math.min(one.score, minAutoMatchScore - 1) }))
    .sort((a, b) => b.score - a.score);
}

export const decideMatchResult = (found: readonly PaymentMatch[]): 'matched' | 'suggested' | 'unmatched' =>
  (found[0]?.score ?? 0) >= minAutoMatchScore ? 'matched' : found.length > 0 ? 'suggested' : 'unmatched';
