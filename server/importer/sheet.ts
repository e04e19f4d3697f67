import { type AuditEntry, audit } from '#server/kernel/audit.ts';
import type { Ctx, Refusal } from '#server/kernel/ctx.ts';

export type CheckedSheet<Shared, Row> = { readonly shared: Shared; readonly rows: readonly Row[]; readonly good: number; readonly bad: number };
type Logged = Omit<AuditEntry, 'document' | 'kind'> & Partial<Pick<AuditEntry, 'kind'>>;

/** A sheet that can be imported. `Row` is a row of the file, `Judged` the result of its check. */
export type SheetImport<Given, Shared, Row, Judged, Applied> = {
  readonly document: AuditEntry['document'];
  /** Loads and locks, until the end of the transaction, the records that all rows are compared with. Checks across rows store their state here. */
  readonly load: (ctx: Ctx, given: Given) => Promise<Shared>;
  /** The rows of the file. Throws if the file as a whole is invalid. */
  readonly rows: (given: Given) => readonly Row[];
  readonly check: (row: Row, shared: Shared, given: Given, ctx: Ctx) => Judged | Promise<Judged>;
  readonly isGood: (row: Judged) => boolean;
  /** The error when no row can be imported. */
  readonly noGoodRow: () => Refusal;
  /** The audit entry of a preview. */
  readonly previewed: (checked: CheckedSheet<Shared, Judged>, given: Given) => Logged;
  /** Writes the good rows. Returns the result for the caller and the audit entry. */
  readonly apply: (ctx: Ctx, checked: CheckedSheet<Shared, Judged>, given: Given) => Promise<{ readonly applied: Applied; readonly logged: Logged }>;
};

/** Checks all rows. Preview and import use this function, so that the import accepts what the preview promised. */
export async function checkSheet<Given, Shared, Row, Judged, Applied>(
  sheet: SheetImport<Given, Shared, Row, Judged, Applied>,
  ctx: Ctx,
  given: Given,
): Promise<CheckedSheet<Shared, Judged>> {
  const shared = await sheet.load(ctx, given);
  const rows: Judged[] = [];
  // Rows are checked in order, because each row is compared with the rows above it.
  for (const row of sheet.rows(given)) rows.push(await sheet.check(row, shared, given, ctx));
  const good = rows.filter(sheet.isGood).length;
  return { shared, rows, good, bad: rows.length - good };
}

/** Checks a sheet for the preview. Only an audit entry is written. */
export async function previewSheet<Given, Shared, Row, Judged, Applied>(
  sheet: SheetImport<Given, Shared, Row, Judged, Applied>,
  ctx: Ctx,
  given: Given,
): Promise<CheckedSheet<Shared, Judged>> {
  const checked = await checkSheet(sheet, ctx, given);
  await audit(ctx.db, ctx, { kind: 'undefined', document: sheet.document, ...sheet.previewed(checked, given) });
  return checked;
}

/** Imports the good rows of a sheet in the caller's transaction. */
export async function applySheet<Given, Shared, Row, Judged, Applied>(
  sheet: SheetImport<Given, Shared, Row, Judged, Applied>,
  ctx: Ctx,
  given: Given,
): Promise<Applied> {
  const checked = await checkSheet(sheet, ctx, given);
  if (checked.good === 0) throw sheet.noGoodRow();
  const { applied, logged } = await sheet.apply(ctx, checked, given);
  await audit(ctx.db, ctx, { kind: 'add', document: sheet.document, ...logged });
  return applied;
}
