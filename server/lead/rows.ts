import { sql } from 'kysely';
import { listAllowedMoves } from '#contract/kernel/machine.ts';
import type { LeadSummary } from '#contract/lead/calls.ts';
import { leadMachine } from '#contract/lead/machine.ts';
import type { Ctx } from '#server/kernel/ctx.ts';
import { getLookup } from '#server/kernel/lookups.ts';
import { from } from '#server/kernel/scoped.ts';
import type { RowOf } from '#server/kernel/scoped-row.ts';
import { type CompanyAndCountyRow, companyAndCountyColumns, toCompanyAndCounty } from '#server/lists/holder.ts';

export type LeadRow = RowOf<'lead'>;

/** Enquiries the caller may see, with their listing or property and the person who answers. */
export const selectVisibleLeads = (ctx: Ctx) =>
  from(ctx, 'lead')
    // Every enquiry has a thread. The left join lets the database skip it when no thread column is used, as in a count.
    .leftJoin(getLookup('threadsByLead')().as('thread'), 'thread.lead_id', 'lead.id')
    .leftJoin('listing', 'listing.id', 'lead.listing_id')
    .leftJoin('property', 'property.id', 'lead.property_id')
    .leftJoin('person', 'person.id', 'lead.assigned_to');

export const leadNameColumns = [
  sql<boolean>`coalesce(thread.guest_seq > thread.team_read, false)`.as('unread'),
  'listing.code as listing_code',
  'listing.title as listing_title',
  'property.code as property_code',
  'property.name as property_name',
  'person.name as assignee_name',
  ...companyAndCountyColumns('lead.company_id'),
] as const;
type Named = Record<'listing_code' | 'listing_title' | 'property_code' | 'property_name' | 'assignee_name', string | null> &
  CompanyAndCountyRow & { readonly unread: boolean };

export const toLeadSummary = (r: LeadRow & Named, ctx: Ctx): LeadSummary => ({
  id: r.id,
  code: r.code,
  name: r.name,
  phone: r.reachable_at === null ? null : r.phone,
  email: r.reachable_at === null ? null : r.email,
  reachable: r.reachable_at !== null,
  unread: r.unread,
  message: r.message,
  source: r.source,
  status: r.status,
  lost_reason: r.lost_reason,
  note: r.note,
  listing: r.listing_id === null ? null : { id: r.listing_id, code: r.listing_code ?? '', title: r.listing_title ?? '' },
  property: r.property_id === null ? null : { id: r.property_id, code: r.property_code ?? '', name: r.property_name ?? '' },
  assigned: r.assigned_to === null ? null : { id: r.assigned_to, name: r.assignee_name ?? '' },
  ...toCompanyAndCounty(r),
  first_answer_at: r.first_answer_at?.toISOString() ?? null,
  moved_at: r.moved_at.toISOString(),
  created_at: r.created_at.toISOString(),
  revision: r.revision,
  moves: ctx.me.grants.has('contacts.edit') ? listAllowedMoves(leadMachine, r.status, ctx.me.role) : [],
});

/** The values of an enquiry for the audit log, without the text of the visitor. */
export const toLeadAuditValues = (r: LeadRow) => ({
  listing_id: r.listing_id,
  property_id: r.property_id,
  company_id: r.company_id,
  assigned_to: r.assigned_to,
  name: r.name,
  source: r.source,
  status: r.status,
  note: r.note,
  lost_reason: r.lost_reason,
});

/** The median time to the first answer. */
export const medianAnswerMinutesSql = sql<number | null>`round(percentile_cont(0.5) within group (
  order by extract(epoch from lead.first_answer_at - lead.created_at) / 60) filter (where lead.first_answer_at is not null))::int`;
