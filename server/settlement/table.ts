import { readCsv } from '#contract/kernel/csv.ts';

/** A small table file by the names of its columns. What is no table is null. */
export function readTable(text: string): { head: string[]; rows: Record<string, string>[] } | null {
  const [first, ...lines] = readCsv(text).filter((cells) => cells.some((cell) => cell !== ''));
  if (!first || lines.length > 5000) return null;
  const head = first.map((name) => name.toLowerCase());
  return { head, rows: lines.map((cells) => Object.fromEntries(cells.map((cell, at) => [head[at] ?? `column ${at}`, cell]))) };
}
