import type { ThreadDetails } from '#contract/thread/calls.ts';
import { getLeadStepRecordKind, type LeadStep, type LeadStepRecordKind } from '#contract/thread/steps.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { from } from '#server/kernel/scoped.ts';

type Told = { readonly event: string | null; readonly about: unknown };
type Row = { readonly id: number; readonly code: string };
type Linked = NonNullable<ThreadDetails['messages'][number]['record']>;

/** Which of these records the caller may see, by the usual scopes. */
const seen: { readonly [K in LeadStepRecordKind]: (ctx: Ctx, codes: readonly string[], leadId: number) => Promise<Row[]> } = {
  tour: (ctx, codes) => from(ctx, 'tour').select(['tour.id', 'tour.code']).where('tour.code', 'in', codes).execute(),
  bid: (ctx, codes) => from(ctx, 'bid').select(['bid.id', 'bid.code']).where('bid.code', 'in', codes).execute(),
  sale: (ctx, codes) => from(ctx, 'sale_file').select(['sale_file.id', 'sale_file.code']).where('sale_file.code', 'in', codes).execute(),
  booking: (ctx, codes) => from(ctx, 'booking').select(['booking.id', 'booking.code']).where('booking.code', 'in', codes).execute(),
  // Steps about a tenancy contain no code: the tenancy is the one this enquiry led to.
  tenancy: (ctx, _, leadId) =>
    from(ctx, 'tenancy')
      .innerJoin('booking', 'booking.id', 'tenancy.booking_id')
      .select(['tenancy.id', 'tenancy.code'])
      .where('booking.lead_id', '=', leadId)
      .orderBy('tenancy.id', 'desc')
      .limit(1)
      .execute(),
};
const needs = { tour: 'tours.read', bid: 'offers.read', sale: 'offers.read', booking: 'booking.read', tenancy: 'tenancies.read' } as const;

const codeOf = (about: unknown): string => {
  const { code, booking } = about as { code?: unknown; booking?: unknown };
  return typeof code === 'string' ? code : typeof booking === 'string' ? booking : '';
};

/** The records of a conversation's steps that the caller may open. A guest has no page for them, and some callers may see fewer than others. */
export async function readThreadRecords(ctx: Ctx, leadId: number, told: readonly Told[]): Promise<(one: Told) => Linked | null> {
  const steps = told.flatMap(({ event, about }) => (event === null ? [] : [{ kind: getLeadStepRecordKind(event as LeadStep), code: codeOf(about) }]));
  const found = new Map<LeadStepRecordKind, Row[]>();
  for (const kind of new Set(steps.map((step) => step.kind))) {
    if (ctx.me.userId === null || !ctx.me.grants.has(needs[kind])) continue;
    const codes = [...new Set(steps.flatMap((step) => (step.kind === kind && step.code ? [step.code] : [])))];
    if (kind === 'tenancy' || codes.length > 0) found.set(kind, await seen[kind](ctx, codes, leadId));
  }
  return ({ event, about }) => {
    if (event === null) return null;
    const kind = getLeadStepRecordKind(event as LeadStep);
    const rows = found.get(kind) ?? [];
    const row = kind === 'tenancy' ? rows[0] : rows.find(({ code }) => code === codeOf(about));
    return row ? { kind, id: row.id, code: row.code } : null;
  };
}
