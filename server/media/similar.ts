import { sql } from 'kysely';
import { platformRoles } from '#contract/kernel/roles.ts';
import type { SimilarPicture } from '#contract/media/calls.ts';
import { audit } from '#server/kernel/audit.ts';
import { type Ctx, type Db, Refusal } from '#server/kernel/ctx.ts';
import { sentence } from '#server/kernel/locale.ts';
import { visible } from '#server/kernel/scope.ts';
import { change, everything, from, oneRow } from '#server/kernel/scoped.ts';
import { picturesOf } from './rows.ts';

/** The same picture under two companies is how stolen homes are offered. Found when a picture arrives, settled by the platform. */

const alike = 4;
const bands = [0, 13, 26, 39, 52].map((shift) => ({ shift, mask: shift === 52 ? 4095 : 8191 }));

/** Writes down whom a new picture looks like. One of five bands of a hash is equal where at most four bits differ (the migration says how). */
export async function noteSimilar(db: Db, itemId: number, phash: string | null, companyId: number): Promise<void> {
  if (phash === null) return;
  const own = sql`${phash}::bigint`;
  // Literals, so that each is the expression its index was made of.
  const band = bands.map(({ shift, mask }) => {
    const part = (of: unknown) => (shift === 0 ? sql`(${of} & ${sql.lit(mask)})` : sql`((${of} >> ${sql.lit(shift)}) & ${sql.lit(mask)})`);
    return sql`${part(sql.ref('o.phash'))} = ${part(own)}`;
  });
  await sql`
    /* all: compared with every company's pictures */ insert into media_similar (item_id, other_id, distance)
    select ${itemId}, o.id, bit_count((o.phash # ${own})::bit(64))
    from media_item o join property p on p.id = o.property_id
    where o.phash is not null and (${sql.join(band, sql` or `)})
      and bit_count((o.phash # ${own})::bit(64)) <= ${alike}
      and p.company_id <> ${companyId} and p.deleted_at is null
    order by o.id limit 20
    on conflict (item_id, other_id) do nothing`.execute(db);
}

export type Doubt = {
  readonly id: number;
  readonly item_id: number;
  readonly other_id: number;
  readonly distance: number;
  /** This property's picture came second: whoever had it first is not to blame. */
  readonly later: boolean;
};

/** Open doubts about a property's pictures (its units' among them): while there are any that came later, its listings wait. */
export async function doubtsAbout(db: Db, propertyId: number): Promise<Doubt[]> {
  const rows = await everything(db, 'media_similar', 'open doubts keep an offer back, whoever asks')
    .select('l')
    .innerJoin('media_item as a', 'a.id', 'l.item_id')
    .innerJoin('media_item as b', 'b.id', 'l.other_id')
    .select(['l.id', 'l.item_id', 'l.other_id', 'l.distance', 'a.property_id'])
    .where('l.settled_at', 'is', null)
    .where((eb) => eb.or([eb('a.property_id', '=', propertyId), eb('b.property_id', '=', propertyId)]))
    .orderBy('l.id')
    .execute();
  return rows.map(({ property_id, ...doubt }) =>
    property_id === propertyId ? { ...doubt, later: true } : { ...doubt, item_id: doubt.other_id, other_id: doubt.item_id, later: false },
  );
}

/** For the platform's eyes: holders are not told whose picture theirs looks like. */
export async function similarFor(ctx: Ctx, propertyId: number, itemIds: ReadonlySet<number>): Promise<SimilarPicture[]> {
  if (!(platformRoles as readonly string[]).includes(ctx.me.role)) return [];
  const doubts = (await doubtsAbout(ctx.db, propertyId)).filter((doubt) => itemIds.has(doubt.item_id));
  if (doubts.length === 0) return [];
  const pictures = await picturesOf(
    ctx.db,
    doubts.flatMap((d) => [d.item_id, d.other_id]),
  );
  const others = await everything(ctx.db, 'media_item', 'what a picture of a property one sees looks like, wherever that is')
    .select()
    .innerJoin('property', 'property.id', 'media_item.property_id')
    .innerJoin('company', 'company.id', 'property.company_id')
    .innerJoin('media_similar', (on) =>
      on.on((eb) => eb.or([eb('item_id', '=', eb.ref('media_item.id')), eb('other_id', '=', eb.ref('media_item.id'))])),
    )
    .select(['media_similar.id', 'media_similar.created_at', 'media_item.id as item', 'property.id as property_id'])
    .select(['property.code', 'property.name', 'company.name as company'])
    .where(
      'media_similar.id',
      'in',
      doubts.map((d) => d.id),
    )
    .execute();
  return doubts.flatMap((doubt) => {
    const [own, theirs] = [pictures.get(doubt.item_id), pictures.get(doubt.other_id)];
    const other = others.find((o) => o.id === doubt.id && o.item === doubt.other_id);
    if (!own || !theirs || !other) return [];
    const property = { id: other.property_id, code: other.code, name: other.name };
    return {
      id: doubt.id,
      item: { id: doubt.item_id, picture: own },
      other: { id: doubt.other_id, picture: theirs, property, company: other.company },
      distance: doubt.distance,
      created_at: other.created_at.toISOString(),
    };
  });
}

export async function settle(ctx: Ctx, { id, note }: { id: number; note: string }): Promise<{ id: number }> {
  const found = await from(ctx, 'media_similar')
    .innerJoin('media_item', 'media_item.id', 'media_similar.item_id')
    .innerJoin('property', 'property.id', 'media_item.property_id')
    .select(['media_similar.id', 'property.id as property_id', 'property.code'])
    .where('media_similar.id', '=', id)
    .where('settled_at', 'is', null)
    .where(visible('media_item', ctx.me))
    .executeTakeFirst();
  if (!found) throw new Refusal('notFound', sentence('itemNotFound'));
  await change(ctx, 'media_similar').set({ settled_at: sql<Date>`app.now()`, settled_by: ctx.me.userId, note }).where('id', '=', id).$call(oneRow);
  await audit(ctx.db, ctx, {
    kind: 'edit',
    document: 'property',
    id: found.property_id,
    code: found.code,
    after: { similar: id, note },
    reason: note,
  });
  return { id };
}
