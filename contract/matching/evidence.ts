import { amountFits } from './amount.ts';
import type { MatchTarget, PaymentMatchingFacts } from './facts.ts';
import { countNameWords, findName, isUnitNamed, isWithin, type NarrationFacts, parseNarration } from './narration.ts';
import { isOneTypo, normaliseAccountNumber } from './normalise.ts';
import { readTargetNames, type TargetNames } from './target-names.ts';

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

/** The facts in all texts of a payment: the narration, the account number and the payer. */
type SaidFacts = NarrationFacts & {
  /** The account number as it was typed, without signs. */
  readonly typed: string;
  /** The phone numbers of the payment: hashes of full ones, and the last digits of masked ones. */
  readonly allMarks: ReadonlySet<string>;
  readonly allTails: ReadonlySet<string>;
};
const parsed = new WeakMap<PaymentMatchingFacts, SaidFacts>();
export function readNarration(paid: PaymentMatchingFacts): SaidFacts {
  const known = parsed.get(paid);
  if (known) return known;
  const said = parseNarration([paid.text ?? '', paid.account, paid.payer].join(' \n '));
  const facts = {
    ...said,
    typed: normaliseAccountNumber(paid.account),
    allMarks: new Set([...(paid.marks ?? []), ...(paid.phoneMark === null ? [] : [paid.phoneMark])]),
    allTails: new Set([...said.tails, ...(paid.tail === '' ? [] : [paid.tail])]),
  };
  parsed.set(paid, facts);
  return facts;
}

const isPhoneNamed = (one: MatchTarget, names: TargetNames, { allMarks, allTails, words }: SaidFacts): boolean =>
  one.people.some(
    ({ tail, mark }, at) =>
      (mark !== null && allMarks.has(mark)) ||
      (tail !== '' && allTails.has(tail) && countNameWords(names.nameWords[at] ?? [], words) >= minNameWords),
  );
/** A code in the text, with or without its prefix. */
const isCodeNamed = ({ codesAndBodies }: TargetNames, { parts }: NarrationFacts): boolean => codesAndBodies.some((code) => parts.has(code));
const isNearCode = (part: string, code: string): boolean => isOneTypo(part, code) || (/\d/.test(part) && isOneTypo(part, code.slice(3)));
/** A code with one typing error. Other words look like a code, so it counts with another fact only. */
function isCodeNearlyNamed({ codes }: TargetNames, { parts }: NarrationFacts): boolean {
  for (const part of parts.keys()) if (codes.some((code) => isNearCode(part, code))) return true;
  return false;
}
/** The full name of the property, or its first word: payers shorten it. */
const isPropertyNamed = ({ property, firstWord }: TargetNames, { parts, words }: NarrationFacts): boolean =>
  parts.has(property) || (firstWord.length >= minPropertyWord && words.has(firstWord));

const countWordsSaid = ({ nameWords }: TargetNames, { words }: NarrationFacts): number =>
  nameWords.reduce((most, name) => Math.max(most, countNameWords(name, words)), 0);
export const countNarrationNameWords = (paid: PaymentMatchingFacts, one: MatchTarget): number =>
  countWordsSaid(readTargetNames(one), readNarration(paid));

type Compared = { readonly paid: PaymentMatchingFacts; readonly found: ReadonlySet<MatchEvidence> };
const evidence = new WeakMap<MatchTarget, Compared>();
/** Each candidate is compared with every other, so the facts of both are kept until the next payment is compared. */
export function listEvidence(paid: PaymentMatchingFacts, one: MatchTarget): ReadonlySet<MatchEvidence> {
  const known = evidence.get(one);
  if (known?.paid === paid) return known.found;
  const found = findEvidence(paid, one);
  evidence.set(one, { paid, found });
  return found;
}
/** Most targets have nothing in common with a payment. */
const nothing: ReadonlySet<MatchEvidence> = new Set();
function findEvidence(paid: PaymentMatchingFacts, one: MatchTarget): ReadonlySet<MatchEvidence> {
  const said = readNarration(paid);
  const names = readTargetNames(one);
  const found: MatchEvidence[] = [];
  if (isPhoneNamed(one, names, said)) found.push('phone');
  const isNamed = countWordsSaid(names, said) >= minNameWords;
  if (isNamed) found.push('name');
  if ((said.typed !== '' && said.typed === names.unit) || isUnitNamed(names, said)) found.push('unit');
  if (isCodeNamed(names, said) || (found.length > 0 && isCodeNearlyNamed(names, said))) found.push('code');
  // Earlier payments under the tenant's own name say no more than the name.
  if (one.usual === 'phone' || (one.usual === 'name' && !isNamed)) found.push('history');
  if (isPropertyNamed(names, said)) found.push('property');
  return found.length === 0 ? nothing : new Set(found);
}

/** A unit that was typed as the account number, where a number alone names a unit too. */
const shortNumber = /^[A-Z]?\d{1,3}[A-Z]?$/;
/** Whether the text names a unit that is not this one, so that the payment may be for a neighbour. */
function namesOtherUnit(paid: PaymentMatchingFacts, one: MatchTarget): boolean {
  const said = readNarration(paid);
  const { unit, property, codesAndBodies } = readTargetNames(one);
  const own = [...findName(unit, said), ...findName(property, said)];
  const words = [unit, ...one.unit.toUpperCase().split(/[^A-Z0-9]+/)];
  // A code may look like a unit (AB2345), also with a typing error.
  const ofCode = (name: string) => codesAndBodies.some((code) => code === name || (name.length > 4 && isOneTypo(name, code)));
  if (shortNumber.test(said.typed) && !words.includes(said.typed)) return true;
  return said.units.some((span) => {
    const name = said.tokens.slice(span.from, span.to).join('');
    return !isWithin(span, own) && !words.includes(name) && !ofCode(name);
  });
}
/** The shortest name of a property that can contradict: shorter ones are found in any text. */
const minPropertyName = 4;
const named = new WeakMap<PaymentMatchingFacts, { readonly all: readonly MatchTarget[]; readonly names: readonly string[] }>();
function listNamedProperties(paid: PaymentMatchingFacts, all: readonly MatchTarget[]): readonly string[] {
  const known = named.get(paid);
  if (known?.all === all) return known.names;
  const { parts } = readNarration(paid);
  const properties = [...(paid.properties ?? []).map(normaliseAccountNumber), ...all.map((one) => readTargetNames(one).property)];
  const names = [...new Set(properties)].filter((name) => name.length >= minPropertyName && parts.has(name));
  named.set(paid, { all, names });
  return names;
}
/** Whether the text names a property that is not this one. A name inside the own property's longer name is not another. */
function namesOtherProperty(paid: PaymentMatchingFacts, one: MatchTarget, all: readonly MatchTarget[]): boolean {
  const said = readNarration(paid);
  const bare = readTargetNames(one).property;
  const own = findName(bare, said);
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
  if (own.size < 2 || (own.size === 2 && own.has('property')) || isContradicted(paid, one, all)) return false;
  if (paid.shared && !ofTheHome.some((what) => own.has(what))) return false;
  if (paid.shared && !isCodeNamed(readTargetNames(one), readNarration(paid)) && hasRivalCompany(paid, one, all)) return false;
  if (!own.has('unit') && !own.has('code') && hasRivalPayer(paid, one, all)) return false;
  // A payer with a second home may pay for it for the first time, so history does not decide between two homes.
  const said = [...own].filter((what) => what !== 'history');
  return all.every((other) => {
    const evidenceOfOther = listEvidence(paid, other);
    if (other === one || (evidenceOfOther.size === 0 && said.length > 0)) return true;
    const theirs = [...evidenceOfOther].filter((what) => what !== 'history');
    if (theirs.length < said.length && theirs.every((what) => own.has(what))) return true;
    // Another company could enter a property whose name contradicts its rivals.
    return other.companyId === one.companyId && !theirs.includes('code') && isContradicted(paid, other, all);
  });
}
