import { amountFits } from './amount.ts';
import type { MatchTarget, PaymentMatchingFacts } from './facts.ts';
import { countNameWords, findName, isUnitNamed, isWithin, type NarrationFacts, parseNarration } from './narration.ts';
import { isOneTypo, keepResults, normaliseAccountNumber } from './normalise.ts';

/**
 * What the full text of a payment says about a tenancy. Phone and name describe the person who paid; unit, property, code and history describe what
 * was paid for. Anyone can enter a tenant with another person's name and phone number, so on an account that serves several companies a person alone
 * never decides.
 */
export type MatchEvidence = 'phone' | 'name' | 'unit' | 'property' | 'code' | 'history';
/** The name of a property is shared by all its tenants, so it never counts as one of the facts that agree. */
const ofTheHome: readonly MatchEvidence[] = ['unit', 'code', 'history'];
/** Two words of a name: a first name alone is shared by too many tenants. */
const minNameWords = 2;
/** A shorter word of a property's name is too common. */
const minPropertyWord = 5;

const parsed = new WeakMap<PaymentMatchingFacts, NarrationFacts>();
export function readNarration(paid: PaymentMatchingFacts): NarrationFacts {
  const known = parsed.get(paid);
  if (known) return known;
  const facts = parseNarration([paid.text ?? '', paid.account, paid.payer].join(' \n '));
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
const isNearCode = (part: string, code: string): boolean => isOneTypo(part, code) || (/\d/.test(part) && isOneTypo(part, code.slice(3)));
/** A code with one typing error. Other words look like a code, so it counts with another fact only. */
const isCodeNearlyNamed = (one: MatchTarget, said: NarrationFacts): boolean =>
  one.accounts.map(normaliseAccountNumber).some((code) => [...said.parts.keys()].some((part) => isNearCode(part, code)));

const readFirstWord = keepResults((property) => /[A-Z]+/.exec(property.toUpperCase())?.[0] ?? '');
/** The full name of the property, or its first word: payers shorten it. */
const isPropertyNamed = ({ property }: MatchTarget, said: NarrationFacts): boolean => {
  if (findName(property, said).length > 0) return true;
  const word = readFirstWord(property);
  return word.length >= minPropertyWord && said.words.has(word);
};

export const countNarrationNameWords = (paid: PaymentMatchingFacts, one: MatchTarget): number =>
  Math.max(0, ...one.people.map(({ name }) => countNameWords(name, readNarration(paid).words)));

const evidence = new WeakMap<PaymentMatchingFacts, Map<MatchTarget, ReadonlySet<MatchEvidence>>>();
/** Each candidate is compared with every other, so the facts of both are kept. */
export function listEvidence(paid: PaymentMatchingFacts, one: MatchTarget): ReadonlySet<MatchEvidence> {
  const kept = evidence.get(paid) ?? new Map<MatchTarget, ReadonlySet<MatchEvidence>>();
  const found = kept.get(one) ?? findEvidence(paid, one);
  evidence.set(paid, kept.set(one, found));
  return found;
}
function findEvidence(paid: PaymentMatchingFacts, one: MatchTarget): ReadonlySet<MatchEvidence> {
  const said = readNarration(paid);
  const found = new Set<MatchEvidence>();
  if (isPhoneNamed(paid, one, said)) found.add('phone');
  if (countNarrationNameWords(paid, one) >= minNameWords) found.add('name');
  const typed = normaliseAccountNumber(paid.account);
  if ((typed !== '' && typed === normaliseAccountNumber(one.unit)) || isUnitNamed(one.unit, one.property, said)) found.add('unit');
  if (isCodeNamed(one, said) || (found.size > 0 && isCodeNearlyNamed(one, said))) found.add('code');
  // Earlier payments under the tenant's own name say no more than the name.
  if (one.usual === 'phone' || (one.usual === 'name' && !found.has('name'))) found.add('history');
  if (isPropertyNamed(one, said)) found.add('property');
  return found;
}

/** A unit that was typed as the account number, where a number alone names a unit too. */
const shortNumber = /^[A-Z]?\d{1,3}[A-Z]?$/;
/** Whether the text names a unit that is not this one, so that the payment may be for a neighbour. */
function namesOtherUnit(paid: PaymentMatchingFacts, one: MatchTarget): boolean {
  const said = readNarration(paid);
  const own = [...findName(one.unit, said), ...findName(one.property, said)];
  const words = [normaliseAccountNumber(one.unit), ...one.unit.toUpperCase().split(/[^A-Z0-9]+/)];
  const codes = one.accounts.map(normaliseAccountNumber).flatMap((code) => [code, code.slice(3)]);
  // A code may look like a unit (AB2345), also with a typing error.
  const ofCode = (name: string) => codes.some((code) => code === name || (name.length > 4 && isOneTypo(name, code)));
  const typed = normaliseAccountNumber(paid.account);
  if (shortNumber.test(typed) && !words.includes(typed)) return true;
  return said.units.some((unit) => {
    const name = said.tokens.slice(unit.from, unit.to).join('');
    return !isWithin(unit, own) && !words.includes(name) && !ofCode(name);
  });
}
/** The shortest name of a property that can contradict: shorter ones are found in any text. */
const minPropertyName = 4;
const named = new WeakMap<PaymentMatchingFacts, { readonly all: readonly MatchTarget[]; readonly names: readonly string[] }>();
function listNamedProperties(paid: PaymentMatchingFacts, all: readonly MatchTarget[]): readonly string[] {
  const known = named.get(paid);
  if (known?.all === all) return known.names;
  const { parts } = readNarration(paid);
  const properties = [...(paid.properties ?? []), ...all.map(({ property }) => property)].map(normaliseAccountNumber);
  const names = [...new Set(properties)].filter((name) => name.length >= minPropertyName && parts.has(name));
  named.set(paid, { all, names });
  return names;
}
/** Whether the text names a property that is not this one. A name inside the own property's longer name is not another. */
function namesOtherProperty(paid: PaymentMatchingFacts, one: MatchTarget, all: readonly MatchTarget[]): boolean {
  const said = readNarration(paid);
  const bare = normaliseAccountNumber(one.property);
  const own = findName(one.property, said);
  return listNamedProperties(paid, all).some((name) => name !== bare && (said.parts.get(name) ?? []).some((span) => !isWithin(span, own)));
}
/** Whether the text names another unit or property than this candidate's. */
export const isContradicted = (paid: PaymentMatchingFacts, one: MatchTarget, all: readonly MatchTarget[]): boolean =>
  namesOtherUnit(paid, one) || namesOtherProperty(paid, one, all);

/**
 * On an account of several companies any of them can enter the payer, the unit and an invoice of the amount. A candidate of another company about
 * whose home the text says something may be the right one, also with another amount if more than the unit is named.
 */
function hasRivalCompany(paid: PaymentMatchingFacts, one: MatchTarget, all: readonly MatchTarget[]): boolean {
  return all.some((other) => {
    if (other.companyId === one.companyId) return false;
    const theirs = listEvidence(paid, other);
    const isHomeNamed = ofTheHome.some((what) => theirs.has(what));
    return isHomeNamed && (amountFits(paid, other) || theirs.has('property') || theirs.has('code') || theirs.has('history'));
  });
}
/** Another tenant has the payer's phone number or name and owes as much: a person may pay for a spouse or a parent. */
const hasRivalPayer = (paid: PaymentMatchingFacts, one: MatchTarget, all: readonly MatchTarget[]): boolean =>
  all.some((other) => {
    const theirs = listEvidence(paid, other);
    return other !== one && (theirs.has('phone') || theirs.has('name')) && amountFits(paid, other);
  });

/**
 * Whether the facts of the text identify this tenancy: at least two agree, one of them about the home if another candidate could be meant; every
 * other candidate has fewer of the same; and no other unit or property is named. The amount is checked by the caller.
 */
export function areFactsCertain(paid: PaymentMatchingFacts, one: MatchTarget, all: readonly MatchTarget[]): boolean {
  const own = listEvidence(paid, one);
  if ([...own].filter((what) => what !== 'property').length < 2 || isContradicted(paid, one, all)) return false;
  if (paid.shared && !ofTheHome.some((what) => own.has(what))) return false;
  if (paid.shared && !isCodeNamed(one, readNarration(paid)) && hasRivalCompany(paid, one, all)) return false;
  if (!own.has('unit') && !own.has('code') && hasRivalPayer(paid, one, all)) return false;
  // A payer with a second home may pay for it for the first time, so history does not decide between two homes.
  const said = [...own].filter((what) => what !== 'history');
  return all.every((other) => {
    if (other === one) return true;
    const theirs = [...listEvidence(paid, other)].filter((what) => what !== 'history');
    if (theirs.length < said.length && theirs.every((what) => own.has(what))) return true;
    // Another company could enter a property whose name contradicts its rivals.
    return other.companyId === one.companyId && !theirs.includes('code') && isContradicted(paid, other, all);
  });
}
