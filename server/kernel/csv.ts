type Cell = string | number | boolean | null;

/** A spreadsheet runs what begins with these; a quote in front keeps it text. Phone numbers lose nothing: +254 is written as text too. */
const safe = (text: string): string => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text);
const cell = (value: Cell): string => {
  const text = safe(value === null ? '' : String(value));
  return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

/** Rows as a table file: the names of the first row head it, lines end as the format's paper says. */
export function csvOf(rows: readonly Readonly<Record<string, Cell>>[]): string {
  const names = Object.keys(rows[0] ?? {});
  return [names, ...rows.map((row) => names.map((name) => row[name] ?? null))].map((line) => line.map(cell).join(',')).join('\r\n');
}
