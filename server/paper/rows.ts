import { sql } from 'kysely';
import { platformRoles } from '#contract/kernel/roles.ts';
import type { TenancyDocument, TenancyDocuments } from '#contract/paper/calls.ts';
import { getTenancyDocumentState, isDocumentUploadRequired, type TenancyDocumentState, tenancyDocumentStates } from '#contract/paper/kinds.ts';
import { clock } from '#contract/time/clock.ts';
import { listSealedAgreements } from '#server/agreement/service.ts';
import { listAgreedReports } from '#server/inspection/service.ts';
import { type Ctx, Refusal } from '#server/kernel/ctx.ts';
import { sentence } from '#server/kernel/locale.ts';
import { mayChange, visibleTo } from '#server/kernel/scope.ts';
import { from } from '#server/kernel/scoped.ts';
import type { RunningServices } from '#server/kernel/services.ts';
import { buildSignedFilePath } from '#server/media/service.ts';

export const tenancyDocumentNotFound = () => new Refusal('notFound', sentence('itemNotFound'));
/** Validity of a file link in seconds: long enough to open it once. */
const openFor = 600;

export type TenancyOfDocuments = {
  readonly id: number;
  readonly code: string;
  readonly company_id: number;
  readonly unit_id: number;
  readonly manages: boolean;
  /** Current and future tenants; former tenants cannot read or upload any more. */
  readonly lives: boolean;
};

/** The tenancy of the documents, with the caller's relation to it. */
export async function readTenancyOfDocuments(ctx: Ctx, id: number): Promise<TenancyOfDocuments> {
  // Platform staff can read but not change documents.
  const works = ctx.me.grants.has('tenancies.edit') && !(platformRoles as readonly string[]).includes(ctx.me.role);
  const row = await from(ctx, 'tenancy')
    .select(['tenancy.id', 'tenancy.code', 'tenancy.company_id', 'tenancy.unit_id', 'tenancy.status'])
    .select([
      sql<boolean>`(${visibleTo('tenancy:managed', ctx.me, 'tenancy')} and ${mayChange('tenancy:managed', ctx.me, 'tenancies.edit', 'tenancy')})`.as(
        'may',
      ),
      sql<boolean>`exists (select 1 from tenancy_person tp join tenant tn on tn.id = tp.tenant_id
        where tp.tenancy_id = tenancy.id and tp.until is null and tn.person_id = ${ctx.me.userId})`.as('lives'),
    ])
    .where('tenancy.id', '=', id)
    .executeTakeFirst();
  if (!row) throw tenancyDocumentNotFound();
  const { may, status, lives, ...lease } = row;
  return { ...lease, manages: may && works, lives: lives && status !== 'terminate' };
}

const papersOf = (ctx: Ctx) =>
  from(ctx, 'tenancy_file')
    .leftJoin('media_variant', (join) => join.onRef('media_variant.file_id', '=', 'tenancy_file.file_id').on('media_variant.label', '=', 'original'))
    .leftJoin('person as bringer', 'bringer.id', 'tenancy_file.created_by')
    .leftJoin('person as judge', 'judge.id', 'tenancy_file.reviewed_by')
    .select(['tenancy_file.id', 'tenancy_file.kind', 'tenancy_file.name', 'tenancy_file.version', 'tenancy_file.visible_to', 'tenancy_file.required'])
    .select(['tenancy_file.expires_on', 'tenancy_file.review', 'tenancy_file.note', 'tenancy_file.reviewed_at', 'tenancy_file.created_by'])
    .select(['tenancy_file.file_id', 'tenancy_file.created_at', 'media_variant.key', 'bringer.name as by', 'judge.name as judged_by'])
    .where('tenancy_file.removed_at', 'is', null);
type Row = Awaited<ReturnType<ReturnType<typeof papersOf>['execute']>>[number];

const order = (standing: TenancyDocumentState) => tenancyDocumentStates.indexOf(standing);

export async function readTenancyDocuments(services: RunningServices, ctx: Ctx, tenancyId: number): Promise<TenancyDocuments> {
  const lease = await readTenancyOfDocuments(ctx, tenancyId);
  const rows = await papersOf(ctx).where('tenancy_file.tenancy_id', '=', tenancyId).orderBy('tenancy_file.id', 'desc').execute();
  const results = rows.map((row) => toPaper(services, ctx, lease, row)).sort((a, b) => order(a.standing) - order(b.standing));
  return {
    results,
    made: await madeOf(services, ctx, tenancyId),
    wanted: results.filter((one) => isDocumentUploadRequired(one.standing)).length,
    manages: lease.manages,
    may_add: lease.manages || lease.lives,
  };
}

/** Sealed agreements and agreed inspections, read from their modules with the caller's permissions. */
async function madeOf(services: RunningServices, ctx: Ctx, tenancyId: number): Promise<TenancyDocuments['made']> {
  const [sealed, reports] = [await listSealedAgreements(services, ctx, tenancyId), await listAgreedReports(services, ctx, tenancyId)];
  const all = [
    ...sealed.map(({ kind, ...one }) => ({ ...one, of: { what: 'agreement' as const, kind } })),
    ...reports.map(({ kind, ...one }) => ({ ...one, of: { what: 'inspection' as const, kind } })),
  ].sort((a, b) => b.at.getTime() - a.at.getTime());
  return all.map(({ id, of, code, at, file }) => ({ key: `${of.what} ${id}`, of, code, at: at.toISOString(), file }));
}

function toPaper(services: RunningServices, ctx: Ctx, lease: TenancyOfDocuments, r: Row): TenancyDocument {
  const mine = r.created_by !== null && r.created_by === ctx.me.userId;
  const standing = getTenancyDocumentState({ has_file: r.file_id !== null, review: r.review, expires_on: r.expires_on }, clock.today());
  return {
    id: r.id,
    kind: r.kind,
    name: r.name,
    version: r.version,
    shared: r.visible_to.includes('tenant'),
    required: r.required,
    expires_on: r.expires_on,
    review: r.review,
    standing,
    note: r.note,
    reviewed_by: r.judged_by,
    reviewed_at: r.reviewed_at?.toISOString() ?? null,
    by: r.file_id === null ? null : r.by,
    mine: mine && r.file_id !== null,
    file: r.key === null ? null : buildSignedFilePath(services.secret, r.key, openFor),
    created_at: r.created_at.toISOString(),
    acts: getTenancyDocumentActions(lease, { standing, brought: mine && r.file_id !== null, review: r.review }),
  };
}

type On = { readonly standing: TenancyDocumentState; readonly brought: boolean; readonly review: TenancyDocument['review'] };
/** The manager can do all actions. A tenant can upload a requested document, and replace their own upload until it is approved. */
export function getTenancyDocumentActions(
  lease: Pick<TenancyOfDocuments, 'manages' | 'lives'>,
  { standing, brought, review }: On,
): TenancyDocument['acts'] {
  if (lease.manages) {
    const judges = standing !== 'missing' && !brought && review === 'open';
    return ['replace', 'change', ...(judges ? (['review'] as const) : []), 'remove'];
  }
  const theirs = standing === 'missing' || (brought && (isDocumentUploadRequired(standing) || standing === 'expiring' || standing === 'open'));
  return lease.lives && theirs ? ['replace'] : [];
}

/** Locks one document that the caller may see, and returns the caller's relation to its lease. */
export async function lockTenancyDocument(ctx: Ctx, id: number, act: TenancyDocument['acts'][number]) {
  const row = await from(ctx, 'tenancy_file')
    .selectAll('tenancy_file')
    .where('tenancy_file.id', '=', id)
    .where('removed_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw tenancyDocumentNotFound();
  const lease = await readTenancyOfDocuments(ctx, row.tenancy_id);
  const standing = getTenancyDocumentState({ has_file: row.file_id !== null, review: row.review, expires_on: row.expires_on }, clock.today());
  const brought = row.file_id !== null && row.created_by !== null && row.created_by === ctx.me.userId;
  const acts = getTenancyDocumentActions(lease, { standing, brought, review: row.review });
  if (!acts.includes(act)) throw new Refusal(act === 'review' && lease.manages ? 'wrongState' : 'forbidden', sentence('accessForbidden'));
  return { row, lease };
}
