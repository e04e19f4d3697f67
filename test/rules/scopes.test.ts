import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { openTables } from '#server/db/open-tables.ts';

/** No query lacks a scope: types reject the builders (server/kernel/scoped.ts), and this test reads the code that types do not see. */
const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', 'server'], { encoding: 'utf8' })
  .split('\n')
  .filter((f) => f.endsWith('.ts') && !f.endsWith('.test.ts') && !f.startsWith('server/db/demo/') && existsSync(f));
const texts = new Map(files.map((file) => [file, readFileSync(file, 'utf8')]));
const tables = [...(/export type DB = \{(.*?)\};/s.exec(readFileSync('server/db/types.gen.ts', 'utf8'))?.[1] ?? '').matchAll(/^ {2}(\w+):/gm)].map(
  ([, name = '']) => name,
);
const owned = tables.filter((table) => !(openTables as readonly string[]).includes(table));

/** Where a template that begins at `at` ends, whatever is nested in it. */
function endOf(text: string, at: number): number {
  const within: ('text' | 'code')[] = ['text'];
  let i = at;
  while (within.length > 0 && i < text.length) {
    const [here, next] = [text[i], text[i + 1]];
    if (here === '\\') i++;
    else if (here === '`') within.at(-1) === 'text' ? within.pop() : within.push('text');
    else if (within.at(-1) === 'text' && here === '$' && next === '{') {
      within.push('code');
      i++;
    } else if (within.at(-1) === 'code' && here === '{') within.push('code');
    else if (within.at(-1) === 'code' && here === '}') within.pop();
    i++;
  }
  return i;
}

/** Statements in SQL text that name an owned table. A text with another beginning is part of a query that begins elsewhere, with its scope. */
function statements(text: string): string[] {
  const found: string[] = [];
  const names = new RegExp(`\\b(?:from|join|update|into)\\s+(?:${owned.join('|')})\\b`, 'i');
  const start = /\bsql(?:<[^`;]*?>)?`/g;
  for (let m = start.exec(text); m; m = start.exec(text)) {
    const body = text.slice(m.index + m[0].length, endOf(text, m.index + m[0].length));
    if (!names.test(body)) continue;
    start.lastIndex = m.index + m[0].length + body.length;
    if (/^\s*(?:\/\*.*?\*\/\s*)?(?:select|insert|update|delete|with)\b/i.test(body)) found.push(body);
  }
  return found;
}
const scoped = (body: string) => /\b(?:visibleTo|mayChange)\(|\/\* unscoped: \S/.test(body);

describe('SQL texts', () => {
  test('every SQL text that names an owned table has a scope or states why no scope is needed', () => {
    const bare = [...texts].flatMap(([file, text]) =>
      statements(text)
        .filter((body) => !scoped(body))
        .map((body) => `${file}: ${body.trim().slice(0, 80)}`),
    );
    expect(bare).toEqual([]);
  });

  test('the check finds a missing scope', () => {
    expect(
      statements(['await sql`select 1 from lead where $', '{x(`$', '{y}`)}`.execute(db)'].join('')).filter((body) => !scoped(body)),
    ).toHaveLength(1);
    expect(statements('sql`/* unscoped: why */ select 1 from lead`').filter((body) => !scoped(body))).toEqual([]);
    expect(statements('sql`select 1 from throttle`')).toEqual([]);
  });
});

test('scopes: only the listed technical and shared tables need no scope', () => {
  const known = [
    ...['audit_chain_head', 'dead_job', 'job_key', 'throttle', 'write_once'], // technical counters and keys
    ...['location', 'location_path', 'rating_category', 'rating_item', 'taxon'], // words that every company uses
    ...['card_now', 'card_salt', 'card_stale', 'listing_card', 'listing_text', 'map_cell', 'public_listing'], // read models of public search
    'local_outbox', // mails of a machine without a mail provider
  ];
  expect(openTables.filter((table) => !known.includes(table))).toEqual([]);
});

test('scopes: only demo data and tests use the unscoped database', () => {
  const users = [...texts]
    .filter(([file, text]) => file !== 'server/kernel/scoped.ts' && /\bunscopedDb\(|Kysely<DB>/.test(text))
    .map(([file]) => file);
  expect(users).toEqual([]);
});

/**
 * Queries without the caller's scope: a query of all rows (`unscopedTable`, `systemRows`, SQL text with `unscoped:`), a row named by an event or a
 * job (`systemRow`), or a caller whose scope is lifted for a whole call tree (`asUnscoped`). Tests, demo data and the files that define these
 * functions do not count.
 */
const definedIn = ['server/kernel/scoped.ts', 'server/kernel/scoped-row.ts', 'server/kernel/ctx.ts'];
const ways = { queries: /\b(?:unscopedTable|systemRows)(?:<[^()]*>)?\(|\/\* unscoped\b/g, rows: /\bsystemRow\(/g, callers: /\basUnscoped\(/g };
const wayNames = ['queries', 'rows', 'callers'] as const;
type Counts = Record<string, Record<keyof typeof ways, number>>;
function countsOf(sources: ReadonlyMap<string, string>): Counts {
  const counts: Counts = {};
  for (const [file, text] of sources) {
    const module = file.split('/')[1] ?? '';
    for (const way of definedIn.includes(file) ? [] : wayNames) {
      const found = text.match(ways[way])?.length ?? 0;
      if (found === 0) continue;
      counts[module] ??= { queries: 0, rows: 0, callers: 0 };
      counts[module][way] += found;
    }
  }
  return counts;
}
const allowed = 'test/rules/unscoped.json';
/** Differences from the table: a higher count is rejected, and a lower one must be written down, so that it cannot rise again. */
const differences = (now: Counts, known: Counts): string[] =>
  [...new Set([...Object.keys(now), ...Object.keys(known)])].sort().flatMap((module) =>
    wayNames.flatMap((way) => {
      const [is, was] = [now[module]?.[way] ?? 0, known[module]?.[way] ?? 0];
      if (is === was) return [];
      return is > was
        ? `${module}: ${is} unscoped ${way}, ${allowed} allows ${was}. Begin at from(ctx, …), sameRow, childrenOf or parentOf.`
        : `${module}: ${is} unscoped ${way}, ${allowed} says ${was}. Lower the number.`;
    }),
  );

describe('unscoped queries per module', () => {
  test('equal the numbers in test/rules/unscoped.json, which may only decrease', () => {
    const now = countsOf(texts);
    const total = { queries: 0, rows: 0, callers: 0 };
    for (const counts of Object.values(now)) for (const way of wayNames) total[way] += counts[way];
    const lines = [...Object.entries(now).sort(([, a], [, b]) => b.queries - a.queries), ['total', total] as const].map(
      ([module, counts]) => `${module.padEnd(14)}${wayNames.map((way) => String(counts[way]).padStart(8)).join('')}`,
    );
    process.stdout.write(`unscoped       queries    rows callers\n${lines.join('\n')}\n`);
    expect(differences(now, JSON.parse(readFileSync(allowed, 'utf8')))).toEqual([]);
  });

  test('the check counts every occurrence and fails if the number differs from the recorded number', () => {
    const text = `unscopedTable(db, 'bid', why); systemRows(db, 'bid', 'the clock'); /* unscoped: x */ systemRow('bid', 1, why); asUnscoped(ctx, why)`;
    const counted = countsOf(new Map([['server/bid/a.ts', text]]));
    expect(counted).toEqual({ bid: { queries: 3, rows: 1, callers: 1 } });
    expect(differences(counted, { bid: { queries: 2, rows: 2, callers: 1 } })).toEqual([
      expect.stringMatching(/^bid: 3 unscoped queries, .* allows 2/),
      expect.stringMatching(/^bid: 1 unscoped rows, .* Lower the number/),
    ]);
    expect(differences(counted, {})).toHaveLength(3);
  });
});

/** Queries that begin at their scope but select the id of another table as `id`: such a row would be a false proof. */
function foreignIds(text: string): string[] {
  const begins = /\b(?:from\(\w+, '(\w+)[^']*'\)|systemRows\([\w.]+, '(\w+)'|sameRow\([\w.]+, '(\w+)'|childrenOf\([\w.]+, [\w.]+, '(\w+)')/g;
  return [...text.matchAll(begins)].flatMap(({ index, 0: begin, ...names }) => {
    const own = [1, 2, 3, 4].map((n) => names[n]).find(Boolean) ?? '';
    const end = text.slice(index).search(/\.execute\w*\(|;\n/);
    const chain = text.slice(index + begin.length, end < 0 ? undefined : index + end);
    // Subqueries are indented further; a query with `$call(asUnproved)` is not used as a proof.
    const indent = /^(?:\.select\(\))?\n( +)\./.exec(chain)?.[1] ?? ' ';
    if (chain.includes('$call(asUnproved)')) return [];
    const selects = chain.match(new RegExp(`(?:^|\\n${indent})\\.select\\((?:[^()]|\\([^()]*\\))*\\)`, 'g')) ?? [];
    return [...selects.join().matchAll(/'(\w+)\.id'|'[\w.]+ as id'/g)].filter(([, of]) => of !== own).map(([what]) => `${own} answers ${what}`);
  });
}
test('scopes: a query that begins at the scope of a table never selects the id of another table as its id', () => {
  expect([...texts].flatMap(([file, text]) => foreignIds(text).map((found) => `${file}: ${found}`))).toEqual([]);
  expect(foreignIds("from(ctx, 'bid')\n    .select(['bid.code', 'person.id'])\n    .execute()")).toEqual(["bid answers 'person.id'"]);
  expect(foreignIds("from(ctx, 'bid')\n    .select('bid.id')\n    .execute()")).toEqual([]);
});

/** Figures of all queries, printed: `npm test -- unit scopes`. */
test('scopes: the totals of scoped and unscoped queries equal the recorded totals', () => {
  // Ledger checks read all rows, and only the clock and super admins run them.
  const all = [...texts].flatMap(([file, text]) => (file.endsWith('/proofs.ts') ? [] : text)).join('\n');
  const count = (pattern: RegExp) => all.match(pattern)?.length ?? 0;
  const reasons = new Map<string, number>();
  for (const [, one, two] of all.matchAll(
    /\bunscopedTable\([\w.]+, (?:'\w+'|table), (?:'((?:[^'\\]|\\.)+)'|"([^"]+)")\)|\/\* unscoped: (.+?) \*\//g,
  )) {
    const why = one ?? two ?? '';
    if (why) reasons.set(why, (reasons.get(why) ?? 0) + 1);
  }
  for (const [, why = ''] of all.matchAll(/\/\* unscoped: (.+?) \*\//g)) reasons.set(why, (reasons.get(why) ?? 0) + 1);
  const figures = {
    read: count(/\bfrom\(\w+, '/g),
    changed: count(/\b(?:change|remove|erase)\(\w+, '/g),
    added: count(/\badd\((?:\w+|\{ db[^}]*\}), '/g),
    text: [...texts.values()].flatMap(statements).filter((body) => /\b(?:visibleTo|mayChange)\(/.test(body)).length,
    unscoped: [...reasons.values()].reduce((sum, n) => sum + n, 0),
  };
  const lines = [...reasons].sort(([, a], [, b]) => b - a).map(([why, n]) => `${String(n).padStart(4)}  ${why}`);
  process.stdout.write(`scoped queries ${JSON.stringify(figures)}\nunscoped, and why:\n${lines.join('\n')}\n`);
  expect(figures.read + figures.changed + figures.text).toBeGreaterThan(figures.unscoped);
});
