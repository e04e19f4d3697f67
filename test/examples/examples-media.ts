import sharp from 'sharp';
import type { TestServices } from '#test/db.ts';
import type { CallExampleBuilder, ExampleRowSeeder, ModuleExamples } from '#test/example-kinds.ts';

let n = 0;

/** A property of a company with a unit; a new one if none is named. */
export async function createMediaProperty(
  services: TestServices,
  companyId?: number,
  facts: object = {},
): Promise<{ property_id: number; unit_id: number; code: string }> {
  const { db } = services.database;
  const company =
    companyId ??
    (
      await db
        .insertInto('company')
        .values({ kind: 'owner', name: `Media ${++n}` })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id;
  const word = (kind: 'property_type' | 'property_category' | 'unit_type') =>
    db.selectFrom('taxon').select('id').where('kind', '=', kind).orderBy('id').executeTakeFirstOrThrow();
  const place = await db.selectFrom('location').select(['id', 'county']).where('kind', '=', 'ward').orderBy('id').executeTakeFirstOrThrow();
  const property = await db
    .insertInto('property')
    .values({
      slug: `house-${++n}`,
      company_id: company,
      name: `House ${n}`,
      property_type_id: (await word('property_type')).id,
      category_id: (await word('property_category')).id,
      location_id: place.id,
      region: place.county ?? '047',
      ...facts,
    })
    .returning(['id', 'code'])
    .executeTakeFirstOrThrow();
  const unit = await db
    .insertInto('unit')
    .values({ property_id: property.id, slug: `unit-${n}`, name: 'A1', unit_type_id: (await word('unit_type')).id })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { property_id: property.id, unit_id: unit.id, code: property.code };
}

/** A drawing as an item. */
export const createMediaItem = async (services: TestServices, property_id: number, more: object = {}): Promise<number> => {
  const facts = { property_id, media_type: 0, url: `/art/home/${++n}.svg`, sort: n, caption: `Picture ${n}`, ...more };
  return (
    await services.database.db
      .insertInto('media_item')
      .values(facts as never)
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id;
};

/** A picture with structure, another one for every seed. */
export const createExamplePhoto = (seed: number, width = 600, height = 400) => {
  const boxes = Array.from({ length: 14 }, (_, k) => {
    const at = (j: number) => ((seed * 7919 + k * 104_729 + j * 1_299_709) % 1000) / 1000;
    const grey = Math.floor(at(5) * 255);
    return `<rect x="${at(1) * 500}" y="${at(2) * 350}" width="${60 + at(3) * 220}" height="${40 + at(4) * 160}" fill="rgb(${grey},${grey},${255 - grey})"/>`;
  });
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 600 400" width="${width}" height="${height}"><rect width="600" height="400" fill="#888"/>${boxes.join('')}</svg>`;
  return sharp(Buffer.from(svg));
};

/** The super admin, whose account the sweep uses. */
const asker = (services: TestServices) =>
  services.database.db.selectFrom('person').select('id').where('user_type', '=', 1).orderBy('id').executeTakeFirstOrThrow();

async function session(services: TestServices, size: number): Promise<number> {
  const { property_id } = await createMediaProperty(services);
  const values = {
    person_id: (await asker(services)).id,
    property_id,
    media_type: 0 as const,
    name: 'a.png',
    size,
    expires_at: new Date(Date.now() + 3_600_000),
  };
  return (await services.database.db.insertInto('upload_session').values(values).returning('id').executeTakeFirstOrThrow()).id;
}

/** An upload session with the complete file. */
async function arrived(services: TestServices): Promise<number> {
  const data = await createExamplePhoto(++n).png().toBuffer();
  const id = await session(services, data.length);
  const { storeUploadChunk: putPiece } = await import('#server/media/upload-pieces.ts');
  const { db } = services.database;
  await db
    .insertInto('upload_part')
    .values({ session_id: id, at: 0, key: await putPiece(services, id, 0, data), bytes: data.length })
    .execute();
  await db.updateTable('upload_session').set({ received: data.length }).where('id', '=', id).execute();
  return id;
}

const item = async (services: TestServices, more: object = {}) => createMediaItem(services, (await createMediaProperty(services)).property_id, more);

async function uploaded(services: TestServices): Promise<number> {
  const { storeFile: keep } = await import('#server/media/service.ts');
  const { runAsPerson } = await import('#test/people.ts');
  const kept = await runAsPerson(services, null, async (ctx) =>
    keep(
      services,
      ctx,
      { data: await createExamplePhoto(++n).png().toBuffer(), type: 'png', name: 'a.png' },
      { purpose: 'picture', visibility: 'public', field: 'file' },
    ),
  );
  return item(services, { url: null, file_id: kept.id });
}

async function similar(services: TestServices): Promise<number> {
  const [item_id, other_id] = [await item(services), await item(services)];
  return (await services.database.db.insertInto('media_similar').values({ item_id, other_id, distance: 1 }).returning('id').executeTakeFirstOrThrow())
    .id;
}

const mediaExamples: Readonly<Record<string, CallExampleBuilder>> = {
  'media.list': async (services) => ({ property_id: (await createMediaProperty(services)).property_id }),
  'media.start': async (services) => ({ property_id: (await createMediaProperty(services)).property_id, media_type: 0, name: 'a.png', size: 1000 }),
  'media.chunk': async (services) => {
    const chunk = await createExamplePhoto(1).png().toBuffer();
    return { id: await session(services, chunk.length), at: 0, chunk };
  },
  'media.status': async (services) => ({ id: await session(services, 10) }),
  'media.finish': async (services) => ({ id: await arrived(services) }),
  'media.cancel': async (services) => ({ id: await session(services, 10) }),
  'media.addLink': async (services) => ({
    property_id: (await createMediaProperty(services)).property_id,
    media_type: 2,
    url: 'https://kuula.co/share/7lVLq',
  }),
  'media.update': async (services) => ({ id: await item(services), caption: 'The gate' }),
  'media.updateCaptions': async (services) => ({ ids: [await item(services)], caption: 'The gate' }),
  'media.reorder': async (services) => {
    const { property_id } = await createMediaProperty(services);
    return { property_id, media_type: 0, ids: [await createMediaItem(services, property_id)] };
  },
  'media.setCover': async (services) => ({ id: await item(services) }),
  'media.redraw': async (services) => ({ id: await uploaded(services), turn: 90 }),
  'media.remove': async (services) => ({ id: await item(services) }),
  'media.dismissDuplicate': async (services) => ({ id: await similar(services), note: 'The agent has both' }),
};

/** Tenants may read units, but not those under management; staff of Makao may. */
const mediaAskers = { 'media.list': 'superadmin' } as const;

const seedMedia: ExampleRowSeeder = async (services, { mark, people, region }) => {
  const { property_id } = await createMediaProperty(services, people.owner?.companyId ?? undefined, { name: `${mark} house`, region });
  await createMediaItem(services, property_id, { caption: `${mark} caption`, is_cover: true });
};

export const moduleExamples: ModuleExamples = { examples: mediaExamples, askers: mediaAskers, seed: seedMedia };
