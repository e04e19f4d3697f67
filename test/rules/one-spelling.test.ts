import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ledgerAccountCodes } from '#contract/ledger/accounts.ts';

/** Time has one source in TypeScript and one in SQL, so that a test can set it and every day is a day in Nairobi. */
const listed = (...paths: string[]) =>
  execFileSync('git', ['ls-files', '-co', '--exclude-standard', ...paths], { encoding: 'utf8' })
    .split('\n')
    .filter((f) => existsSync(f));
const source = listed('contract', 'server', 'web').filter(
  (f) => /\.tsx?$/.test(f) && !/\.test\.tsx?$/.test(f) && f !== 'contract/time/clock.ts' && !f.startsWith('server/db/demo/policies/'),
);
/** Older migrations use `now()`; the migration of the clock replaced that. pg-boss uses the machine's time in its own tables. */
const migrations = listed('server/db/migrations').filter((f) => f > 'server/db/migrations/20261116_1001_clock.sql' && !f.endsWith('_pg_boss.sql'));

const refused: readonly [RegExp, string][] = [
  [
    /\bnew Date\(\)|\bDate\.now\b/,
    'clock.now(), clock.ms() or clock.today() of contract/time; performance.now() to measure how long something takes',
  ],
  [/(?<![.\w])now\(\)|\bcurrent_(?:date|timestamp)\b|\blocaltimestamp\b/i, 'app.now() or app.today()'],
  [/::date\b.*\bcreated_at|_at::date\b/, 'app.day(moment): a day is Nairobi’s'],
  [/toISOString\(\)\.slice\(0, 10\)|\bnow\.slice\(/, 'toNairobiDay(moment): a day is Nairobi’s'],
  [/Africa\/Nairobi/, 'timeZone of contract/constants.ts, or the functions of contract/time and app'],
];

/** Comments are not checked, and the table of applied migrations is older than our functions. */
const lines = (file: string) =>
  readFileSync(file, 'utf8')
    .split('\n')
    .map((text, at) => ({ text: text.replace(/^\s*(?:\/?\*|\/\/|--).*/, ''), at: `${file}:${at + 1}` }));
const broken = (files: readonly string[], rules: typeof refused) =>
  files.flatMap((file) =>
    lines(file).flatMap(({ text, at }) => rules.filter(([pattern]) => pattern.test(text)).map(([, instead]) => `${at} wants ${instead}`)),
  );
const exempt = new Set(['contract/constants.ts', 'contract/time/days.ts', 'server/db/migrate.ts']);

test('clock: only the clock module reads the system time', () => {
  expect(
    broken(
      source.filter((f) => !exempt.has(f)),
      refused,
    ),
  ).toEqual([]);
});

/**
 * The statements of a test file that run while it loads, outside of functions. Files of one process wait for each other, so a day taken while loading
 * may be yesterday when the tests run.
 */
const atLoad = (text: string, indent = ''): string[] =>
  text.split(new RegExp(`\\n(?=${indent}[^\\s)\\]}])`)).flatMap((statement) => {
    const [opens] = /^\s*describe.*=> \{\n/.exec(statement) ?? [];
    return opens ? atLoad(statement.slice(opens.length), `${indent}  `) : (statement.split(/=>|\bfunction\b|= (?:async )?(?:<.*>)?\(/)[0] ?? '');
  });
const asks = /\bclock\.(?:today|now|ms)\(\)|\bnew Date\(\)|\bDate\.now\(\)/;

test('clock: test files read the time only in beforeAll or a function, not while loading', () => {
  const found = (text: string) => atLoad(text).some((statement) => asks.test(statement));
  // This file is excluded, because it contains the searched names.
  const files = listed('contract', 'server', 'simulator', 'web', 'words', 'test').filter(
    (f) => /\.test\.tsx?$/.test(f) && !f.includes('one-spelling'),
  );
  expect(files.filter((f) => found(readFileSync(f, 'utf8')))).toEqual([]);
  const inside = "describe('a', () => {\n  const on = addDays(clock.today(), 2);\n});\n";
  expect(['const today = clock.today();', 'const all = {\n  a: new Date(),\n};', inside].filter((text) => !found(text))).toEqual([]);
  expect(['const on = () => clock.today();', "test('a', () => {\n  const on = clock.today();\n});"].filter(found)).toEqual([]);
});

test('clock: no migration reads the system time', () => {
  expect(broken(migrations, refused.slice(1, 3))).toEqual([]);
});

/** Only contract/money converts cents to shillings, and basis points to percent. The other uses in this list are not about money. */
const hundreds = /[*/%] ?100n?\b(?![._])|\b100n? ?\*|[`'"]e2[`'"]/;
const noMoney = new Map([
  ['server/review/score.ts', 'an average with two decimals'],
  ['server/db/demo/catalogue/catalogue-units.ts', 'a share of the views'],
  ['server/db/demo/people/agents.ts', 'a number of a record'],
  ['web/media/crop-picture.tsx', 'where a picture is cut'],
  ['web/ui/format.ts', 'percent of anything'],
]);

test('money: only contract/money converts between cents and shillings', () => {
  const files = [...source.filter((f) => !f.startsWith('contract/money/') && !noMoney.has(f)), ...migrations];
  expect(
    broken(files, [
      [hundreds, 'convertShillingsToCents, toShillings, share … of contract/money; computeWholePercent() of web/ui/format.ts for what is no money'],
    ]),
  ).toEqual([]);
  expect(['cents / 100', 'n * 100', '100 * n', 'n/100n', 'cents % 100'].filter((s) => !hundreds.test(s))).toEqual([]);
  expect(['n * 100_000', 'a / 1000'].filter((s) => hundreds.test(s))).toEqual([]);
});

/** The rules for the account holder of a company and for a mandate in force drifted apart while each query contained them. */
const rules: readonly [RegExp, string][] = [
  [
    /\b4, 5, 7\b/,
    'listCompanyHeads(), listHeadsOfPropertyOwner() or isCompanyHeadSql() of server/kernel/heads.ts, app.is_head() in SQL; companyHeadUserTypes of contract/kernel/roles for the kind alone',
  ],
  [/\bended_at is null and\b.*\b(?:starts_on|ends_on)\b|\bstarts_on\b.*<= ?app\.today/, 'inForce() of access, app.in_force() in SQL'],
];

test('queries: the account holder of a company and the mandates in force are each defined in one place', () => {
  const later = migrations.filter((f) => !/_(?:heads|in_force)\.sql$/.test(f));
  expect(broken([...source, ...later], rules)).toEqual([]);
  expect(['h.user_type in (4, 5, 7)', "'in', [4, 5, 7]", 'm.ended_at is null and m.ends_on'].filter((s) => !rules.some(([r]) => r.test(s)))).toEqual(
    [],
  );
});

/**
 * An account is referred to by its name. Round codes are rejected only where they are compared, listed or given as a code, because the numbers occur
 * elsewhere too.
 */
const round = [1000, 1200, 2000, 4000, 5000];
const code = `(?:${ledgerAccountCodes.join('|')})`;
const accountCodes = new RegExp(
  [
    `(?<![\\d\\w.,'"_-])(?:${ledgerAccountCodes.filter((one) => !round.includes(one)).join('|')})(?![\\d\\w'"_-]|\\.\\d)`,
    `\\bcode\\b(?::| *(?:[=<>!]=*|<>)) *${code}\\b`,
    `\\bcode (?:not )?in \\(${code}\\b`,
    `'[CDPM]', ${code}\\b`,
    `\\bwhen ${code} then`,
    `\\bliteral\\(${code}\\)`,
    `= '${code}'`,
  ].join('|'),
);
const noAccounts = new Map([
  ['contract/ledger/accounts.ts', 'the chart of accounts'],
  ['contract/property/shapes.ts', 'years'],
  ['web/property/fields.tsx', 'years'],
  ['server/db/demo/tour.ts', 'minutes of a day'],
]);

test('ledger: code and queries use the name of a ledger account, never its number', () => {
  const files = source.filter((f) => !noAccounts.has(f) && !f.endsWith('.gen.ts'));
  expect(broken(files, [[accountCodes, 'accounts of contract/ledger/accounts.ts, accountCodeSql() of the ledger in a query']])).toEqual([]);
  const refuse = [
    '{ code: 2000, company }',
    'where a.code = 2000 and',
    'a.code in (2000)',
    'code === 1000',
    "['C', 2000]",
    'z.literal(2000)',
    'of(2080)',
  ];
  expect([...refuse, "code = '2000'", 'when 2000 then', 'code >= 2000'].filter((s) => !accountCodes.test(s))).toEqual([]);
  expect(['.limit(1000)', "'2020-04-01'", 'width: 1200', 'a.code = 200', "'2040': failed"].filter((s) => accountCodes.test(s))).toEqual([]);
});

test('clock: the check finds every way to read the time or day without the clock module', () => {
  expect(
    refused.map(([pattern]) =>
      ['new Date()', 'where at <= now()', 'lead.created_at::date', 'd.toISOString().slice(0, 10)', "'Africa/Nairobi'"].some((s) => pattern.test(s)),
    ),
  ).toEqual(refused.map(() => true));
  expect(['app.now()', 'performance.now()', 'clock.now()'].filter((s) => refused.some(([pattern]) => pattern.test(s)))).toEqual([]);
});
