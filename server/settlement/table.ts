/** A small table file: cells between commas or semicolons, quoted where they hold one. What is no table is null. */
export function readTable(text: string): { head: string[]; rows: Record<string, string>[] } | null {
  const lines = text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '');
  const [first] = lines;
  if (!first || lines.length > 5001) return null;
  const by = first.includes(';') ? ';' : ',';
  const cells = (line: string): string[] =>
    [...line.matchAll(new RegExp(`(?:^|${by})(?:"((?:[^"]|"")*)"|([^${by}]*))`, 'g'))].map(([, quoted, plain]) =>
      (quoted?.replaceAll('""', '"') ?? plain ?? '').trim(),
    );
  const head = cells(first).map((name) => name.toLowerCase());
  return { head, rows: lines.slice(1).map((line) => Object.fromEntries(cells(line).map((cell, at) => [head[at] ?? `column ${at}`, cell]))) };
}
