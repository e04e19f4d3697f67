import { clock } from '#contract/time/clock.ts';
import { type AuditEntry, audit } from '#server/kernel/audit.ts';
import { type Ctx, Refusal } from '#server/kernel/ctx.ts';
import { m } from '#words/messages.js';

/** A record that was changed after the import, and how. */
export type RecordChangedSinceImport = { readonly name: string; readonly why: string };
export const makeChangedSinceRefusal = (changed: readonly RecordChangedSinceImport[]) =>
  new Refusal('conflict', m.unit_refusal_worked_on({ units: changed.map(({ name, why }) => `${name}: ${why}`).join(' ') }), { units: changed });

export function assertNotUndone({ undone_at }: { readonly undone_at: Date | null }): void {
  if (undone_at) throw new Refusal('conflict', m.unit_refusal_undone());
}

type Undo<Done> = {
  readonly sheet: { readonly code: string; readonly undone_at: Date | null };
  readonly document: AuditEntry['document'];
  readonly reason: string;
  /** The deadline to undo the import. */
  readonly until?: { readonly at: Date; readonly late: () => Refusal };
  /** Records changed since the import. They stop the undo, unless the user has confirmed that they stay. */
  readonly changed: () => Promise<readonly RecordChangedSinceImport[]>;
  readonly keepChanged: boolean;
  /** Removes the records that the import created, or the next batch of them, and marks the sheet as undone once none is left. */
  readonly remove: () => Promise<Done>;
};
/** Undoes an import once. The caller holds the lock of the sheet. */
export async function undoSheet<Done extends Readonly<Record<string, unknown>>>(
  ctx: Ctx,
  { sheet, until, changed, keepChanged, remove, ...entry }: Undo<Done>,
): Promise<Done> {
  assertNotUndone(sheet);
  if (until && until.at < clock.now()) throw until.late();
  const named = keepChanged ? [] : await changed();
  if (named.length > 0) throw makeChangedSinceRefusal(named);
  const done = await remove();
  await audit(ctx.db, ctx, { kind: 'delete', id: null, code: sheet.code, after: done, ...entry });
  return done;
}
