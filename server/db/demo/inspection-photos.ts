import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { buildHomeDrawingUrl, type DrawingKind, type DrawingView, drawingKinds } from '#contract/art/url.ts';
import { buildInspectionItemId, type InspectionArea } from '#contract/inspection/kinds.ts';
import { drawPictureAtPath } from '#server/art/service.ts';
import { hashInspection } from '#server/inspection/service.ts';
import type { UnscopedDb as Db } from '#server/kernel/scoped.ts';

/** Maps a room of a drawn home to a room of the form. */
const views: Readonly<Record<string, DrawingView>> = {
  entrance: 'facade',
  living: 'living',
  room: 'living',
  floor: 'living',
  kitchen: 'kitchen',
  bedroom1: 'bedroom',
  property: 'facade',
};
const shaOf = (text: string): string => createHash('sha256').update(text).digest('hex');
/** A UUID that is always the same for the same text. */
const uuidOf = (text: string): string => shaOf(text).replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-4$3-a$4-$5');

/** A picture of the same home as the cover of its property. */
function pictureOf(cover: string | null, property: number, view: DrawingView): string {
  const url = new URL(cover ?? `/art/home/home-${property}.svg`, 'http://here');
  const kind = url.searchParams.get('kind');
  return buildHomeDrawingUrl({
    seed: url.pathname.replace(/^.*\/|\.svg$/g, ''),
    kind: drawingKinds.find((one): one is DrawingKind => one === kind),
    county: url.searchParams.get('county') ?? undefined,
    view,
  });
}

/** The items with photos: for a verification the property and its pictures, for a home the first item of each area. */
const shownOf = (kind: string, { key, items }: InspectionArea): string[] =>
  kind === 'verification' ? ['property.exists', 'property.pictures'] : items.slice(0, 1).map((item) => buildInspectionItemId({ key }, item));

/** Adds photos to inspections that were started or submitted, drawn like the homes of the demo. */
export async function addDemoPhotos(db: Db): Promise<void> {
  const rows = await db
    .selectFrom('inspection')
    .select(['id', 'kind', 'status', 'areas', 'property_id', 'scheduled_at'])
    .select((eb) =>
      eb
        .selectFrom('media_item')
        .select('url')
        .whereRef('media_item.property_id', '=', 'inspection.property_id')
        .where('url', 'like', '/art/home/%')
        .orderBy('is_cover', 'desc')
        .orderBy('media_item.id')
        .limit(1)
        .as('cover'),
    )
    .where('status', 'in', ['in_progress', 'submitted', 'agreed', 'disputed'])
    .orderBy('id')
    .execute();
  const hashes = new Map<string, string>();
  const photos = rows.flatMap(({ id, kind, status, areas, property_id, scheduled_at, cover }) =>
    (areas as readonly InspectionArea[]).slice(0, status === 'in_progress' ? 1 : undefined).flatMap((area) => {
      const view = views[area.key];
      if (!view) return [];
      const url = pictureOf(cover, property_id, view);
      const sha256 = hashes.get(url) ?? shaOf(drawPictureAtPath(url) ?? '');
      hashes.set(url, sha256);
      return shownOf(kind, area).map((item) => ({ id: uuidOf(`${id} ${item}`), inspection_id: id, item, url, sha256, taken_at: scheduled_at }));
    }),
  );
  await sql`insert into inspection_photo (id, inspection_id, item, url, sha256, taken_at, created_at)
    select id, inspection_id, item, url, sha256, taken_at, taken_at from jsonb_to_recordset(${JSON.stringify(photos)}::jsonb)
      p (id uuid, inspection_id bigint, item text, url text, sha256 text, taken_at timestamptz) order by inspection_id, item`.execute(db);
}

/** Signed by the inspector, over the answers and the photos. */
export async function signDemoInspections(db: Db): Promise<void> {
  const rows = await db
    .selectFrom('inspection')
    .leftJoin('person', 'person.id', 'inspection.inspector_id')
    .selectAll('inspection')
    .select('person.name as signer')
    .where('submitted_at', 'is not', null)
    .execute();
  const said = Map.groupBy(await db.selectFrom('inspection_answer').selectAll().execute(), (one) => one.inspection_id);
  const shown = Map.groupBy(await db.selectFrom('inspection_photo').selectAll().execute(), (one) => one.inspection_id);
  const signed = rows.map((row) => ({
    id: row.id,
    signatures: [
      {
        role: 'inspector',
        name: row.signer ?? 'Makao',
        drawn: null,
        at: row.submitted_at?.toISOString(),
        by_id: row.inspector_id,
        digest: hashInspection(row, said.get(row.id) ?? [], shown.get(row.id) ?? []),
      },
    ],
  }));
  await sql`update inspection set signatures = s.signatures from jsonb_to_recordset(${JSON.stringify(signed)}::jsonb) s (id bigint, signatures jsonb)
    where s.id = inspection.id`.execute(db);
}
