/**
 * How long each file of tests took, in seconds. Every run is kept for the next one in node_modules/.cache; a fresh clone starts from the table
 * in test/durations.json, which only `npm test -- durations` rewrites.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { readText, root } from './lib.mjs';

const MEASURED = join(root, 'node_modules', '.cache', 'test-durations.json');
export const COMMITTED = join(root, 'test', 'durations.json');

/** Shorter files need no place in the order. */
const WORTH = 2;

const tableIn = (path) => {
  try {
    return JSON.parse(readText(path) ?? '{}');
  } catch {
    return {};
  }
};

/** What was measured here comes before what was measured elsewhere. */
export const durations = () => ({ ...tableIn(COMMITTED), ...tableIn(MEASURED) });

const write = (path, table) => {
  mkdirSync(dirname(path), { recursive: true });
  const sorted = Object.entries(table).sort(([a, x], [b, y]) => y - x || a.localeCompare(b));
  writeFileSync(path, `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`);
};

const round = (seconds) => Math.round(seconds * 10) / 10;

/** From vitest's JSON report. Half of what was known stays: one busy minute does not turn the order over. */
export function mergeDurations(known, { testResults }, from) {
  const table = { ...known };
  for (const { name, status, startTime, endTime } of testResults) {
    if (status !== 'passed') continue;
    const file = relative(from, name);
    const seconds = (endTime - startTime) / 1000;
    table[file] = round(known[file] === undefined ? seconds : (known[file] + seconds) / 2);
  }
  return table;
}

export const keepDurations = (report) => write(MEASURED, mergeDurations(tableIn(MEASURED), report, root));

/** The table of a fresh clone becomes what was measured here. Files that are gone go. */
export function commitDurations(exists) {
  const worth = Object.entries(durations()).filter(([file, seconds]) => seconds >= WORTH && exists(join(root, file)));
  write(COMMITTED, Object.fromEntries(worth));
  return worth.length;
}
