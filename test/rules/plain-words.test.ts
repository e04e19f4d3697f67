import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** Expressions that the style guide replaces (docs/style-guide.md), in texts that only engineers and API clients read. */
const replaced =
  /\b(?:somebody|nobody|anybody|everybody|whoever|anew|meanwhile|by itself|(?:taken?|given?) back|is told|are told|stands (?:here|in|for)|goes on)\b/i;

const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { encoding: 'utf8' })
  .split('\n')
  .filter(
    (file) =>
      /\.(?:tsx?|mjs|cjs)$/.test(file) && !/\.gen\.|\/gen\/|\.d\.ts$/.test(file) && file !== 'test/rules/plain-words.test.ts' && existsSync(file),
  );

const kinds = {
  comments: /^\s*(?:\/?\*\*?|\/\/)/,
  titles: /^\s*(?:test|it|describe)[.(]/,
  summaries: /^\s*summary:/,
} as const;

function linesOf(kind: keyof typeof kinds): string[] {
  return files.flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .flatMap((line, n) => (kinds[kind].test(line) && replaced.test(line) ? [`${file}:${n + 1}: ${line.trim()}`] : [])),
  );
}

/** Never raise these numbers: write the standard term. */
const most: Readonly<Record<keyof typeof kinds, number>> = { comments: 2, titles: 0, summaries: 0 };

test.each(Object.keys(kinds) as (keyof typeof kinds)[])(
  'style guide: the number of %s with a replaced expression equals the recorded number, which may only be lowered',
  (kind) => {
    const found = linesOf(kind);
    expect(found.length, found.join('\n')).toBe(most[kind]);
  },
);
