import { InvitationMandateTerms } from '#contract/access/mandate-shapes.ts';
import type { GrantedAccess, InvitationMandate } from '#contract/invitation/calls.ts';
import type { InvitationKind } from '#contract/invitation/kinds.ts';
import { readMandateOffer, readPropertyNames } from '#server/access/service.ts';
import type { Db } from '#server/kernel/ctx.ts';
import { unscopedTable } from '#server/kernel/scoped.ts';

type Row = {
  readonly kind: InvitationKind;
  readonly company_id: number | null;
  readonly inviter_id: number;
  readonly short_code: string | null;
  readonly mandate: unknown;
};

const promisedIn = ({ mandate }: Pick<Row, 'mandate'>): InvitationMandateTerms | null =>
  mandate === null ? null : InvitationMandateTerms.parse(mandate);

/** The mandate of an invitation as stored, with the current names of the properties. */
export async function readInvitationMandate(db: Db, row: Row): Promise<InvitationMandate | null> {
  const promised = promisedIn(row);
  if (!promised || row.company_id === null) return null;
  const { property_ids, ...terms } = promised;
  const properties = await readPropertyNames(db, row.company_id, terms.all_properties ? [] : property_ids);
  return { ...terms, properties: properties.map(({ name }) => name) };
}

/** Whether an invitation connects an owner's company with an agent's, and which of the two invites. */
async function tieOf(db: Db, { kind, company_id }: Pick<Row, 'kind' | 'company_id'>): Promise<'owner' | 'agent' | null> {
  if (company_id === null || (kind !== 'agent' && kind !== 'owner')) return null;
  const inviting = await unscopedTable(db, 'company', 'checks whether an invitation is still valid for the person who accepts it')
    .select()
    .select('kind')
    .where('id', '=', company_id)
    .executeTakeFirst();
  if (kind === 'agent' && inviting?.kind === 'owner') return 'owner';
  return kind === 'owner' && inviting?.kind === 'agent' ? 'agent' : null;
}

/** The owner's and the agent's company that an acceptance connects, whichever of them sent the invitation. */
export async function readMandateCompanies(
  db: Db,
  row: Pick<Row, 'kind' | 'company_id'>,
  takerCompany: number | null,
): Promise<{ owner: number; agent: number } | null> {
  const inviting = await tieOf(db, row);
  if (!inviting || row.company_id === null || takerCompany === null) return null;
  return inviting === 'owner' ? { owner: row.company_id, agent: takerCompany } : { owner: takerCompany, agent: row.company_id };
}

/**
 * The mandate that an acceptance creates: exactly the one in the invitation. Only the owner's side can grant one, and never by a poster code
 * (decision 042).
 */
export async function buildMandateOffer(db: Db, row: Row) {
  const promised = promisedIn(row);
  if (!promised || row.company_id === null || row.short_code !== null || (await tieOf(db, row)) !== 'owner') return null;
  return readMandateOffer(db, row.inviter_id, row.company_id, promised);
}

/** The mandate for display to the invited person. Null when no companies are connected. */
export async function readGrantedAccess(db: Db, row: Row): Promise<GrantedAccess | null> {
  if (!(await tieOf(db, row))) return null;
  const offer = await buildMandateOffer(db, row);
  if (!offer) return { manages: 'nothing', properties: [], terms: null };
  const { scope, ends_on, commission_bp, properties } = offer;
  const terms = { scope, ends_on, commission_bp };
  return properties ? { manages: 'some', properties: properties.map(({ name }) => name), terms } : { manages: 'all', properties: [], terms };
}
