import type { Gives } from '#contract/invitation/calls.ts';
import type { InviteKind } from '#contract/invitation/kinds.ts';
import { offerOf } from '#server/access/service.ts';
import type { Db } from '#server/kernel/ctx.ts';
import { everything } from '#server/kernel/scoped.ts';

type Row = { readonly kind: InviteKind; readonly company_id: number | null; readonly inviter_id: number; readonly short_code: string | null };

/** Whether an invitation ties an owner's company and an agent's together, and which of them invites. */
async function tieOf(db: Db, { kind, company_id }: Pick<Row, 'kind' | 'company_id'>): Promise<'owner' | 'agent' | null> {
  if (company_id === null || (kind !== 'agent' && kind !== 'owner')) return null;
  const inviting = await everything(db, 'company', 'whether an invitation still fits whoever takes it')
    .select()
    .select('kind')
    .where('id', '=', company_id)
    .executeTakeFirst();
  if (kind === 'agent' && inviting?.kind === 'owner') return 'owner';
  return kind === 'owner' && inviting?.kind === 'agent' ? 'agent' : null;
}

/** Which companies an acceptance ties together: an owner's and an agent's, whichever of them invited. */
export async function pairOf(
  db: Db,
  row: Pick<Row, 'kind' | 'company_id'>,
  takerCompany: number | null,
): Promise<{ owner: number; agent: number } | null> {
  const inviting = await tieOf(db, row);
  if (!inviting || row.company_id === null || takerCompany === null) return null;
  return inviting === 'owner' ? { owner: row.company_id, agent: takerCompany } : { owner: takerCompany, agent: row.company_id };
}

/** The mandate that comes with an invitation: an owner's side alone gives one, and never by a code anybody can read (decision 039). */
export const offerWith = async (db: Db, row: Row) =>
  row.company_id !== null && row.short_code === null && (await tieOf(db, row)) === 'owner' ? offerOf(db, row.inviter_id, row.company_id) : null;

/** The same in words for whoever is asked; null where no companies are tied. */
export async function givesOf(db: Db, row: Row): Promise<Gives | null> {
  if (!(await tieOf(db, row))) return null;
  const offer = await offerWith(db, row);
  if (!offer) return { manages: 'nothing', properties: [] };
  return offer.properties ? { manages: 'some', properties: offer.properties.map(({ name }) => name) } : { manages: 'all', properties: [] };
}
