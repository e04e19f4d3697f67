import { createHash } from 'node:crypto';
import type { Selectable } from 'kysely';
import { sql } from 'kysely';
import type { InspectionArea } from '#contract/inspection/kinds.ts';
import type { InspectionAnswer, InspectionSummary } from '#contract/inspection/shapes.ts';
import type { DB } from '#server/db/types.gen.ts';
import { type Ctx, Refusal } from '#server/kernel/ctx.ts';
import { sentence } from '#server/kernel/locale.ts';
import { from } from '#server/kernel/scoped.ts';
import type { RowOf } from '#server/kernel/scoped-row.ts';
import { type CompanyAndCountyRow, companyAndCountyColumns, toCompanyAndCounty } from '#server/lists/holder.ts';

export type InspectionRow = RowOf<'inspection'>;
export type InspectionAnswerRow = Selectable<DB['inspection_answer']>;
export const inspectionNotFound = () => new Refusal('notFound', sentence('itemNotFound'));

export const selectInspectionsWithUnit = (ctx: Ctx, scope: 'inspection' | 'inspection:listed' = 'inspection') =>
  from(ctx, scope)
    .innerJoin('property', 'property.id', 'inspection.property_id')
    .leftJoin('unit', 'unit.id', 'inspection.unit_id')
    .leftJoin('tenancy', 'tenancy.id', 'inspection.tenancy_id')
    .leftJoin('person as inspector', 'inspector.id', 'inspection.inspector_id');

export const inspectionSummaryColumns = [
  'property.code as property_code',
  'property.name as property_name',
  'unit.code as unit_code',
  'unit.name as unit_name',
  'tenancy.code as tenancy_code',
  'inspector.name as inspector_name',
  sql<
    string | null
  >`(select n.name from tenancy_person p join tenant n on n.id = p.tenant_id where p.tenancy_id = inspection.tenancy_id and p.role = 'lead'
    order by p.until nulls first, p.id desc limit 1)`.as('lead'),
  ...companyAndCountyColumns('inspection.company_id'),
] as const;
type Named = { readonly property_code: string; readonly property_name: string; readonly lead: string | null } & {
  readonly [K in 'unit_code' | 'unit_name' | 'tenancy_code' | 'inspector_name']: string | null;
} & CompanyAndCountyRow;

export const toInspectionSummary = (r: InspectionRow & Named): InspectionSummary => ({
  id: r.id,
  code: r.code,
  kind: r.kind,
  status: r.status,
  outcome: r.outcome,
  property: { id: r.property_id, code: r.property_code, name: r.property_name },
  unit: r.unit_id === null ? null : { id: r.unit_id, code: r.unit_code ?? '', name: r.unit_name ?? '' },
  tenancy: r.tenancy_id === null ? null : { id: r.tenancy_id, code: r.tenancy_code ?? '', lead: r.lead },
  inspector: r.inspector_id === null ? null : { id: r.inspector_id, name: r.inspector_name ?? '' },
  scheduled_at: r.scheduled_at.toISOString(),
  submitted_at: r.submitted_at?.toISOString() ?? null,
  answer_by: r.answer_by?.toISOString() ?? null,
  ...toCompanyAndCounty(r),
  created_at: r.created_at.toISOString(),
  revision: r.revision,
});

/** The values of an inspection for the audit log, in readable form. */
export const buildInspectionLogFacts = (r: Pick<InspectionRow, 'kind' | 'status' | 'property_id' | 'unit_id' | 'inspector_id' | 'scheduled_at'>) => ({
  kind: r.kind,
  status: r.status,
  property_id: r.property_id,
  unit_id: r.unit_id,
  inspector_id: r.inspector_id,
  scheduled_at: r.scheduled_at.toISOString(),
});

export const getInspectionAreas = (r: Pick<InspectionRow, 'areas'>): readonly InspectionArea[] => r.areas as readonly InspectionArea[];
export type InspectionSignatureRow = {
  readonly role: 'inspector' | 'tenant' | 'manager';
  readonly name: string;
  readonly drawn: string | null;
  /** The time on the device, and the time of receipt if that was later. */
  readonly at: string;
  readonly arrived_at?: string | null;
  readonly by_id: number | null;
  readonly digest: string;
};
export type InspectionReadingRow = { readonly meter: string; readonly kind: 'water' | 'power' | 'gas'; readonly value: number };
export type InspectionPositionRow = { readonly lat: number; readonly lng: number; readonly accuracy_m: number; readonly at: string };
export const getInspectionSignatures = (r: Pick<InspectionRow, 'signatures'>) => r.signatures as readonly InspectionSignatureRow[];
export const getInspectionReadings = (r: Pick<InspectionRow, 'readings'>) => r.readings as readonly InspectionReadingRow[];
export const getInspectionPosition = (r: Pick<InspectionRow, 'place'>) => r.place as InspectionPositionRow | null;

export const readInspectionAnswers = (ctx: Ctx, id: number): Promise<InspectionAnswerRow[]> =>
  from(ctx, 'inspection_answer').selectAll('inspection_answer').where('inspection_id', '=', id).orderBy('item').execute();
export const readInspectionPhotos = (ctx: Ctx, ids: readonly number[]) =>
  from(ctx, 'inspection_photo')
    .leftJoin('media_variant', 'media_variant.file_id', 'inspection_photo.file_id')
    .select([
      'inspection_photo.id',
      'inspection_id',
      'item',
      'sha256',
      'taken_at',
      'way',
      'late',
      'inspection_photo.created_at',
      'media_variant.key',
      'inspection_photo.url',
    ])
    .where('inspection_id', 'in', [...ids])
    .orderBy('inspection_photo.created_at')
    .orderBy('inspection_photo.id')
    .execute();
export type InspectionPhotoRow = Awaited<ReturnType<typeof readInspectionPhotos>>[number];

export const toInspectionAnswer = (r: InspectionAnswerRow): InspectionAnswer => ({
  item: r.item,
  condition: r.condition,
  passed: r.passed,
  counted: r.counted,
  note: r.note,
  cost_cents: r.cost_cents,
  charge_to: r.charge_to,
  answer: r.answer,
  answer_note: r.answer_note,
  also_said: r.also_said as InspectionAnswer['also_said'],
});

type Signed = Pick<InspectionRow, 'keys_count' | 'readings' | 'place'>;
/** The digest that a signature covers: all answers, photo hashes, keys, readings and the position. */
export function hashInspection(
  row: Signed,
  answers: readonly InspectionAnswerRow[],
  photos: readonly Pick<InspectionPhotoRow, 'id' | 'item' | 'sha256' | 'late'>[],
): string {
  const said = answers
    .map(({ item, condition, passed, counted, note, cost_cents, charge_to }) => [item, condition, passed, counted, note, cost_cents, charge_to])
    .sort((a, b) => (String(a[0]) < String(b[0]) ? -1 : 1));
  const shown = photos
    .filter(({ late }) => !late)
    .map(({ item, sha256, id }) => `${item} ${sha256} ${id}`)
    .sort();
  const readings = getInspectionReadings(row).map(({ meter, kind, value }) => [meter, kind, value]);
  const place = getInspectionPosition(row);
  const whole = { said, shown, keys: row.keys_count, readings, place: place && [place.lat, place.lng, place.accuracy_m, place.at] };
  return createHash('sha256').update(JSON.stringify(whole)).digest('hex');
}
