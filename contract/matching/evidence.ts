import type { MatchTarget, PaymentMatchingFacts } from './facts.ts';
import { countNameWords, isNameInParts, type NarrationFacts, parseNarration } from './narration.ts';
import { isOneTypo, normaliseAccountNumber } from './normalise.ts';

/**
 * What the full text of a payment says about a tenancy. Phone and name describe the person who paid; unit, code and history describe what was paid
 * for. Anyone can enter a tenant with another person's name and phone number, so on an account that serves several companies a person alone never
 * decides.
 */
export type MatchEvidence = 'phone' | 'name' | 'unit' | 'code' | 'history';
const ofTheHome: readonly MatchEvidence[] = ['unit', 'code', 'history'];
/** Two words of a name: a first name alone is shared by too many tenants. */
const minNameWords = 2;

const parsed = new WeakMap<PaymentMatchingFacts, NarrationFacts>();
export function readNarration(paid: PaymentMatchingFacts): NarrationFacts {
  const known = parsed.get(paid);
  if (known) return known;
  const facts = parseNarration([paid.text ?? '', paid.account, paid.payer].join(' '));
  parsed.set(paid, facts);
  return facts;
}

const isPhoneNamed = (paid: PaymentMatchingFacts, one: MatchTarget, said: NarrationFacts): boolean => {
  const marks = new Set([...(paid.marks ?? []), ...(paid.phoneMark === null ? [] : [paid.phoneMark])]);
  const tails = new Set([...said.tails, ...(paid.tail === '' ? [] : [paid.tail])]);
  return one.people.some(
    ({ name, tail, mark }) =>
      (mark !== null && marks.has(mark)) || (tail !== '' && tails.has(tail) && countNameWords(name, said.words) >= minNameWords),
  );
};
/** A code in the text, with or without its prefix. */
const isCodeNamed = (one: MatchTarget, said: NarrationFacts): boolean =>
  one.accounts.map(normaliseAccountNumber).some((code) => said.parts.has(code) || said.parts.has(code.slice(3)));
/** A code with one typing error. Other words look like a code, so it counts with another fact only. */
const isCodeNearlyNamed = (one: MatchTarget, said: NarrationFacts): boolean =>
  one.accounts
    .map(normaliseAccountNumber)
    .some((code) => [...said.parts].some((part) => isOneTypo(part, code) || (/\d/.test(part) && isOneTypo(part, code.slice(3)))));

export const countNarrationNameWords = (paid: PaymentMatchingFacts, one: MatchTarget): number =>
  Math.max(0, ...one.people.map(({ name }) => countNameWords(name, readNarration(paid).words)));

export function listEvidence(paid: PaymentMatchingFacts, one: MatchTarget): ReadonlySet<MatchEvidence> {
  const said = readNarration(paid);
  const found = new Set<MatchEvidence>();
  if (isPhoneNamed(paid, one, said)) found.add('phone');
  if (countNarrationNameWords(paid, one) >= minNameWords) found.add('name');
  if (isNameInParts(one.unit, said.parts)) found.add('unit');
  if (isCodeNamed(one, said) || (found.size > 0 && isCodeNearlyNamed(one, said))) found.add('code');
  // Earlier payments under the tenant's own name say no more than the name.
  if (one.usual === 'phone' || (one.usual === 'name' && !found.has('name'))) found.add('history');
  return found;
}

/** Whether the text names a unit that is not this one, so that the payment may be for a neighbour. */
const namesOtherUnit = (paid: PaymentMatchingFacts, one: MatchTarget): boolean => {
  const own = normaliseAccountNumber(one.unit + one.property);
  const codes = one.accounts.map(normaliseAccountNumber);
  return readNarration(paid).units.some((unit) => !own.includes(unit) && !codes.some((code) => code.includes(unit)));
};

/**
 * Whether the facts of the text identify this tenancy: at least two agree, one of them about the home, every other candidate has fewer of the same,
 * and no other unit is named. The amount is checked by the caller.
 */
export function areFactsCertain(paid: PaymentMatchingFacts, one: MatchTarget, all: readonly MatchTarget[]): boolean {
  const own = listEvidence(paid, one);
  if (own.size < 2 || namesOtherUnit(paid, one)) return false;
  if (paid.shared && !ofTheHome.some((what) => own.has(what))) return false;
  // A payer with a second home may pay for it for the first time, so history does not decide between two homes.
  const said = [...own].filter((what) => what !== 'history');
  return all.every((other) => {
    if (other === one) return true;
    const theirs = [...listEvidence(paid, other)].filter((what) => what !== 'history');
    return theirs.length < said.length && theirs.every((what) => own.has(what));
  });
}
