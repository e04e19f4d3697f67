import { sql } from 'kysely';
import type { AgreementTrailEvent } from '#contract/agreement/kinds.ts';
import { canWriteAgreements } from '#contract/agreement/machine.ts';
import type { AgreementSummary, AgreementText } from '#contract/agreement/shapes.ts';
import { type Ctx, type Db, Refusal } from '#server/kernel/ctx.ts';
import { sentence } from '#server/kernel/locale.ts';
import { mayChange } from '#server/kernel/scope.ts';
import { add, from } from '#server/kernel/scoped.ts';
import { childrenOf, type RowOf, type ScopedRow } from '#server/kernel/scoped-row.ts';
import { readAgreementTemplate, readTenancyFacts, renderAgreementTemplate } from './facts.ts';

export type AgreementRow = RowOf<'agreement'>;
export type PartyRow = RowOf<'agreement_party'>;
export const agreementNotFound = () => new Refusal('notFound', sentence('itemNotFound'));
/** Links to documents in an answer are valid for this many seconds. */
export const agreementPdfLinkSeconds = 15 * 60;

/** Adds an entry to the trail of an agreement. Entries are never changed. */
export const addAgreementTrailEntry = (
  ctx: Pick<Ctx, 'db' | 'from'>,
  agreementId: number,
  what: AgreementTrailEvent,
  { partyId = null, detail = {}, at }: { partyId?: number | null; detail?: Readonly<Record<string, string | number>>; at?: Date } = {},
) =>
  add(ctx, 'agreement_event')
    .values({ agreement_id: agreementId, party_id: partyId, what, detail: JSON.stringify(detail), ip: ctx.from.ip || null, ...(at ? { at } : {}) })
    .execute();

/** Platform roles that may read leases cannot write them. */
export function assertCanWriteAgreements(ctx: Ctx): void {
  if (!canWriteAgreements(ctx.me.role)) throw new Refusal('forbidden', sentence('accessForbidden'));
}

/** Locks an agreement until the transaction ends. A tenancy must be locked before its agreement, and the agreement before its parties. */
export async function lockAgreement(ctx: Ctx, id: number): Promise<AgreementRow> {
  const row = await from(ctx, 'agreement:managed')
    .selectAll()
    .where('id', '=', id)
    .where(mayChange('agreement:managed', ctx.me, 'tenancies.edit'))
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw agreementNotFound();
  assertCanWriteAgreements(ctx);
  return row;
}
export const listAgreementParties = (db: Db, agreement: ScopedRow<'agreement'>): Promise<PartyRow[]> =>
  childrenOf(db, agreement, 'agreement_party', 'agreement_id')
    .select()
    .selectAll()
    .where('status', '<>', 'void')
    .orderBy('turn')
    .orderBy('id')
    .execute();

/** The unit as shown in lists and to signatories; for a whole-property lease, the names of all units. */
export const agreementUnitNameSql = sql<string>`case when tenancy.whole then app.whole_name(tenancy.property_id) else unit.name end`.as('unit');

const headColumns = [
  'agreement.id',
  'agreement.code',
  'agreement.kind',
  'agreement.version',
  'agreement.status',
  'agreement.tenancy_id',
  'agreement.created_at',
  'agreement.seal_failed_at',
  'agreement.wet_ink',
  'tenancy.code as tenancy_code',
  'property.name as property',
  agreementUnitNameSql,
  'agreement_template.name as template',
] as const;
export const selectAgreementSummaries = (ctx: Ctx, name: 'agreement' | 'agreement:managed') =>
  from(ctx, name)
    .innerJoin('tenancy', 'tenancy.id', 'agreement.tenancy_id')
    .innerJoin('property', 'property.id', 'agreement.property_id')
    .innerJoin('unit', 'unit.id', 'tenancy.unit_id')
    .leftJoin('agreement_template', 'agreement_template.id', 'agreement.template_id');
const counts = [
  sql<number>`(select count(*) from agreement_party q where q.agreement_id = agreement.id and q.status = 'signed')`.as('signed'),
  sql<number>`(select count(*) from agreement_party q where q.agreement_id = agreement.id and q.status <> 'void')`.as('signers'),
  // Only an agreement that awaits signatures has a deadline. A signing link may still be valid when its agreement is signed, void or expired.
  sql<Date | null>`(select min(q.expires_at) from agreement_party q where q.agreement_id = agreement.id and q.status in ('sent', 'viewed')
    and agreement.status in ('pending_signature', 'partially_signed'))`.as('due_at'),
  sql<
    string[]
  >`array(select q.name from agreement_party q where q.agreement_id = agreement.id and q.role in ('tenant', 'co_tenant') and q.status <> 'void' order by q.turn, q.id)`.as(
    'tenants',
  ),
] as const;
export const selectAgreementSummaryRows = (ctx: Ctx, name: 'agreement' | 'agreement:managed') =>
  selectAgreementSummaries(ctx, name)
    .select([...headColumns])
    .select([...counts]);
type SummaryRow = Awaited<ReturnType<ReturnType<typeof selectAgreementSummaryRows>['executeTakeFirstOrThrow']>>;

export const toAgreementSummary = (r: SummaryRow): AgreementSummary => ({
  id: r.id,
  code: r.code,
  kind: r.kind,
  version: r.version,
  status: r.status,
  tenancy: { id: r.tenancy_id, code: r.tenancy_code },
  tenants: r.tenants,
  property: r.property,
  unit: r.unit,
  template: r.template,
  signed: Number(r.signed),
  signers: Number(r.signers),
  due_at: r.due_at?.toISOString() ?? null,
  seal_failed: r.seal_failed_at !== null && r.status === 'partially_signed',
  wet_ink: r.wet_ink !== null,
  created_at: r.created_at.toISOString(),
});

export type PaperSigning = {
  readonly key: string;
  readonly sha256: string;
  readonly by: number;
  readonly at: string;
  readonly confirmed_by?: number;
};
export const readPaperSigning = (row: Pick<AgreementRow, 'wet_ink'>): PaperSigning | null => row.wet_ink as PaperSigning | null;

/** The text of an agreement: frozen once it was sent, otherwise computed from current facts. */
export async function readAgreementText(db: Db, row: AgreementRow) {
  if (row.template_id === null) throw new Error(`agreement ${row.id} has no template`);
  const template = await readAgreementTemplate(db, row.template_id);
  const facts = await readTenancyFacts(db, row.tenancy_id, row.kind);
  const chosen = row.clauses as string[];
  const frozen = row.text as AgreementText | null;
  const { missing: unknown, ...text } = frozen ? { ...frozen, missing: [] } : renderAgreementTemplate(template, facts, chosen);
  return { template, facts, chosen, text, missing: unknown };
}
