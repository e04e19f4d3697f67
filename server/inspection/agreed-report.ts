import type { InspectionKind } from '#contract/inspection/kinds.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { from } from '#server/kernel/scoped.ts';
import type { RunningServices } from '#server/kernel/services.ts';
import { buildInspectionReportPath } from './report-path.ts';

export type AgreedReport = { readonly id: number; readonly kind: InspectionKind; readonly code: string; readonly at: Date; readonly file: string };

/** Inspection reports of a tenancy that both sides agreed to, as far as the caller may see them. The PDF is created when it is opened. */
export async function listAgreedReports(services: Pick<RunningServices, 'secret'>, ctx: Ctx, tenancyId: number): Promise<AgreedReport[]> {
  const rows = await from(ctx, 'inspection')
    .select(['id', 'kind', 'code', 'submitted_at', 'scheduled_at'])
    .where('tenancy_id', '=', tenancyId)
    .where('status', '=', 'agreed')
    .orderBy('id', 'desc')
    .execute();
  return rows.map(({ id, kind, code, submitted_at, scheduled_at }) => ({
    id,
    kind,
    code,
    at: submitted_at ?? scheduled_at,
    file: buildInspectionReportPath(services.secret, id),
  }));
}
