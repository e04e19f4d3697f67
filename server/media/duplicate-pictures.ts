import { sql } from 'kysely';
import { platformRoles } from '#contract/kernel/roles.ts';
import type { SimilarPicture } from '#contract/media/calls.ts';
import { audit } from '#server/kernel/audit.ts';
import { type Ctx, type Db, Refusal } from '#server/kernel/ctx.ts';
import { sentence } from '#server/kernel/locale.ts';
import { visibleTo } from '#server/kernel/scope.ts';
import { change, from, oneRow, unscopedTable } from '#server/kernel/scoped.ts';
import { readPicturesOfItems } from './rows.ts';

/** The same picture under two companies may indicate a fraudulent listing. Duplicates are detected at upload and decided by Makao. */

const alike = 4;
const bands = [0, 13, 26, 39, 52].map((shift) => ({ shift, mask: shift === 52 ? 4095 : 8191 }));

/** Records the pictures that a new one is similar to. One of five bands of a hash is equal if at most four bits differ (see the migration). */
export async function recordSimilarPictures(db: Db, itemId: number, phash: string | null, companyId: number): Promise<void> {
  if (phash === null) return;
  const own = sql`${phash}::bigint`;
  // The band numbers are literals, so that each condition matches the expression of its index.
  const band = bands.map(({ shift, mask }) => {
    const part = (of: unknown) => (shift === 0 ? sql`(${of} & ${sql.lit(mask)})` : sql`((${of} >> ${sql.lit(shift)}) & ${sql.lit(mask)})`);
    return sql`${part(sql.ref('o.phash'))} = ${part(own)}`;
  });
  await sql`
    /* unscoped: a picture is compared with the pictures of all companies */ insert into media_similar (item_id, other_id, distance)
    select ${itemId}, o.id, bit_count((o.phash # ${own})::bit(64))
    from media_item o join property p on p.id = o.property_id
    where o.phash is not null and (${sql.join(band, sql` or `)})
      and bit_count((o.phash # ${own})::bit(64)) <= ${alike}
      and p.company_id <> ${companyId} and p.deleted_at is null
    order by o.id limit 20
    on conflict (item_id, other_id) do nothing`.execute(db);
}

export type SuspectedDuplicatePicture = {
  readonly id: number;
  readonly item_id: number;
  readonly other_id: number;
  readonly distance: number;
  /** Whether this property's picture was uploaded second. The company with the first picture is not suspected. */
  readonly later: boolean;
};

/**
 * Open suspicions about pictures of a property and its units. Listings of the property are held in review if one of its pictures is the later one.
 */
export async function listDuplicatePictures(db: Db, propertyId: number): Promise<SuspectedDuplicatePicture[]> {
  const rows = await unscopedTable(db, 'media_similar', 'an open duplicate check blocks a listing regardless of the caller')
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

/** Only Makao sees the list: owners do not see whose picture is similar to theirs. */
export async function listSimilarPictures(ctx: Ctx, propertyId: number, itemIds: ReadonlySet<number>): Promise<SimilarPicture[]> {
  if (!(platformRoles as readonly string[]).includes(ctx.me.role)) return [];
  const doubts = (await listDuplicatePictures(ctx.db, propertyId)).filter((doubt) => itemIds.has(doubt.item_id));
  if (doubts.length === 0) return [];
  const pictures = await readPicturesOfItems(
    ctx.db,
    doubts.flatMap((d) => [d.item_id, d.other_id]),
  );
  const others = await unscopedTable(ctx.db, 'media_item', 'a picture of a property that the caller sees is compared with all others')
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

export async function dismissDuplicatePicture(ctx: Ctx, { id, note }: { id: number; note: string }): Promise<{ id: number }> {
  const found = await from(ctx, 'media_similar')
    .innerJoin('media_item', 'media_item.id', 'media_similar.item_id')
    .innerJoin('property', 'property.id', 'media_item.property_id')
    .select(['media_similar.id', 'property.id as property_id', 'property.code'])
    .where('media_similar.id', '=', id)
    .where('settled_at', 'is', null)
    .where(visibleTo('media_item', ctx.me))
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
