import { calculateScreeningScore, findMissingScreeningChecks } from '#contract/booking/kinds.ts';
import type { ScreeningResult } from '#contract/booking/shapes.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { from } from '#server/kernel/scoped.ts';

/** The screening result, for people who manage the booking. Other callers have no rows to read here. */
export async function readScreeningResults(ctx: Ctx, ids: readonly number[]): Promise<Map<number, ScreeningResult>> {
  const rows = await from(ctx, 'screening_check')
    .leftJoin('person', 'person.id', 'screening_check.by_id')
    .select(['screening_check.booking_id', 'what', 'outcome', 'note', 'at', 'person.name as by'])
    .where('screening_check.booking_id', 'in', [0, ...ids])
    .execute();
  return new Map(
    ids.map((id) => {
      const own = rows.filter((row) => row.booking_id === id);
      const { score, lines } = calculateScreeningScore(own);
      return [
        id,
        {
          score,
          lines: lines.map((line) => {
            const row = own.find((one) => one.what === line.what);
            return { ...line, note: row?.note ?? '', by: row?.by ?? null, at: row?.at?.toISOString() ?? null };
          }),
          lacking: findMissingScreeningChecks(own),
        },
      ];
    }),
  );
}
