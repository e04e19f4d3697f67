/**
 * The duration of each test file in seconds, which sorts the files of the next run. Every run saves its durations in node_modules/.cache. A fresh
 * clone starts with the table in test/durations.json, which only `npm test -- durations` rewrites.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { readText, root } from './lib.mjs';

const MEASURED = join(root, 'node_modules', '.cache', 'test-durations.json');
export const COMMITTED = join(root, 'test', 'durations.json');

/** Files that take fewer seconds are not saved, because their order does not matter. */
const WORTH = 2;

const tableIn = (path) => {
  try {
    return JSON.parse(readText(path) ?? '{}');
  } catch {
    return {};
  }
};

/** Durations measured on this machine replace those of the committed table. */
export const durations = () => ({ ...tableIn(COMMITTED), ...tableIn(MEASURED) });

const write = (path, table) => {
  mkdirSync(dirname(path), { recursive: true });
  const sorted = Object.entries(table).sort(([a, x], [b, y]) => y - x || a.localeCompare(b));
  writeFileSync(path, `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`);
};

const round = (seconds) => Math.round(seconds * 10) / 10;

/** Merges durations from vitest's JSON report. The average with the former value keeps one slow run from changing the order. */
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

/** Writes the measured durations to the committed table, without files that no longer exist. */
export function commitDurations(exists) {
  const worth = Object.entries(durations()).filter(([file, seconds]) => seconds >= WORTH && exists(join(root, file)));
  write(COMMITTED, Object.fromEntries(worth));
  return worth.length;
}
