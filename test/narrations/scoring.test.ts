import { describe, expect, test } from 'vitest';
import { formatStatementLineText, readLinePayer } from '#contract/bank-statement/line-payer.ts';
import type { ParsedStatementLine } from '#contract/bank-statement/statement.ts';
import type { MatchTarget, PaymentMatchingFacts } from '#contract/matching/facts.ts';
import { minAutoMatchScore, rankMatches } from '#contract/matching/match.ts';
import { parseNarration } from '#contract/matching/narration.ts';
import { toCents } from '#contract/money/cents.ts';
import { type GeneratedHome, generateHomes, makeRandom } from './homes.ts';
import { generateLines, readGeneratedLines } from './lines.ts';

const day = '2027-03-04';
const toTarget = ({ company, code, unit, property, name, phone, cents }: GeneratedHome): MatchTarget => ({
  key: code,
  companyId: company + 1,
  accounts: [code],
  unit,
  property,
  people: [{ name, tail: phone.slice(-3), mark: phone }],
  open: [{ cents, due: '2027-03-05' }],
});
function toFacts(read: ParsedStatementLine, shared: boolean): PaymentMatchingFacts {
  const { payer, accountText, phone } = readLinePayer(read);
  const text = formatStatementLineText(read);
  return {
    account: accountText,
    cents: read.cents ?? toCents(0),
    on: read.day ?? day,
    payer,
    tail: phone?.slice(-3) ?? '',
    phoneMark: null,
    text,
    marks: parseNarration(text).phones,
    shared,
  };
}

const percent = (part: number, of: number): number => Math.round((part / of) * 1_000) / 10;
const homes = generateHomes(300, makeRandom(20_261_119));

/** The rate on one account, which serves all the given homes. */
function measure(all: readonly GeneratedHome[], count: number, shared: boolean) {
  const targets = all.map(toTarget);
  const [wrong, missed]: [string[], string[]] = [[], []];
  let automatic = 0;
  const lines = generateLines(all, count, day, makeRandom(7 + all.length));
  for (const [line, read] of readGeneratedLines(lines)) {
    const [best] = rankMatches(toFacts(read, shared), targets);
    const isAutomatic = (best?.score ?? 0) >= minAutoMatchScore;
    const isRight = line.home ? best?.key === line.home.code : !isAutomatic;
    const reasons = best?.reasons.map(({ what }) => what).join(' ');
    const told = `${line.bank}: ${line.written.details} → ${best?.key} ${best?.score} ${reasons}; right: ${JSON.stringify(line.home)}`;
    if (isAutomatic) automatic++;
    if (isAutomatic && !isRight) wrong.push(told);
    if (!isRight) missed.push(told);
  }
  return { wrong, missed, automatic };
}

describe('2,000 generated bank lines of eight banks, with namesakes, shared phone numbers, similar units and payers for others', () => {
  test.each([
    { account: 'the account of Makao', accounts: [homes], shared: true, least: 55 },
    {
      account: 'accounts of four companies',
      shared: false,
      least: 70,
      accounts: [0, 1, 2, 3].map((company) => homes.filter((home) => home.company === company)),
    },
  ])('on $account: at least 97 % name the right tenancy first, and no automatic allocation is wrong', ({ accounts, shared, least }) => {
    const count = 2_000 / accounts.length;
    const rates = accounts.map((all) => measure(all, count, shared));
    const missed = rates.flatMap((rate) => rate.missed);
    const automatic = rates.reduce((sum, rate) => sum + rate.automatic, 0);
    console.log(`shared ${shared}: right ${percent(2_000 - missed.length, 2_000)} %, automatic ${percent(automatic, 2_000)} %`);
    expect(rates.flatMap(({ wrong }) => wrong)).toEqual([]);
    expect(percent(2_000 - missed.length, 2_000), missed.join('\n')).toBeGreaterThanOrEqual(97);
    expect(percent(automatic, 2_000)).toBeGreaterThan(least);
  });
});
