import sharp from 'sharp';
import type { House } from '#test/db.ts';
import type { Example, Plant, RoomExamples } from '#test/example-kinds.ts';

let n = 0;

/** A property, and a unit in it, of a company; a new one where none is named. */
export async function propertyOf(
  house: House,
  companyId?: number,
  facts: object = {},
): Promise<{ property_id: number; unit_id: number; code: string }> {
  const { db } = house.database;
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
export const itemOf = async (house: House, property_id: number, more: object = {}): Promise<number> => {
  const facts = { property_id, media_type: 0, url: `/art/home/${++n}.svg`, sort: n, caption: `Picture ${n}`, ...more };
  return (
    await house.database.db
      .insertInto('media_item')
      .values(facts as never)
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id;
};

/** A picture with structure, another one for every seed. */
export const photo = (seed: number, width = 600, height = 400) => {
  const boxes = Array.from({ length: 14 }, (_, k) => {
    const at = (j: number) => ((seed * 7919 + k * 104_729 + j * 1_299_709) % 1000) / 1000;
    const grey = Math.floor(at(5) * 255);
    return `<rect x="${at(1) * 500}" y="${at(2) * 350}" width="${60 + at(3) * 220}" height="${40 + at(4) * 160}" fill="rgb(${grey},${grey},${255 - grey})"/>`;
  });
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 600 400" width="${width}" height="${height}"><rect width="600" height="400" fill="#888"/>${boxes.join('')}</svg>`;
  return sharp(Buffer.from(svg));
};

/** Whoever the sweep asks as: its superadmin. */
const asker = (house: House) =>
  house.database.db.selectFrom('person').select('id').where('user_type', '=', 1).orderBy('id').executeTakeFirstOrThrow();

async function session(house: House, size: number): Promise<number> {
  const { property_id } = await propertyOf(house);
  const values = {
    person_id: (await asker(house)).id,
    property_id,
    media_type: 0 as const,
    name: 'a.png',
    size,
    expires_at: new Date(Date.now() + 3_600_000),
  };
  return (await house.database.db.insertInto('upload_session').values(values).returning('id').executeTakeFirstOrThrow()).id;
}

/** A session whose whole file is there. */
async function arrived(house: House): Promise<number> {
  const data = await photo(++n).png().toBuffer();
  const id = await session(house, data.length);
  const { putPiece } = await import('#server/media/pieces.ts');
  const { db } = house.database;
  await db
    .insertInto('upload_part')
    .values({ session_id: id, at: 0, key: await putPiece(house, id, 0, data), bytes: data.length })
    .execute();
  await db.updateTable('upload_session').set({ received: data.length }).where('id', '=', id).execute();
  return id;
}

const item = async (house: House, more: object = {}) => itemOf(house, (await propertyOf(house)).property_id, more);

async function uploaded(house: House): Promise<number> {
  const { keep } = await import('#server/media/service.ts');
  const { inTransaction } = await import('#test/world.ts');
  const kept = await inTransaction(house, null, async (ctx) =>
    keep(
      house,
      ctx,
      { data: await photo(++n).png().toBuffer(), type: 'png', name: 'a.png' },
      { purpose: 'picture', visibility: 'public', field: 'file' },
    ),
  );
  return item(house, { url: null, file_id: kept.id });
}

async function similar(house: House): Promise<number> {
  const [item_id, other_id] = [await item(house), await item(house)];
  return (await house.database.db.insertInto('media_similar').values({ item_id, other_id, distance: 1 }).returning('id').executeTakeFirstOrThrow())
    .id;
}

const mediaExamples: Readonly<Record<string, Example>> = {
  'media.all': async (house) => ({ property_id: (await propertyOf(house)).property_id }),
  'media.start': async (house) => ({ property_id: (await propertyOf(house)).property_id, media_type: 0, name: 'a.png', size: 1000 }),
  'media.chunk': async (house) => {
    const chunk = await photo(1).png().toBuffer();
    return { id: await session(house, chunk.length), at: 0, chunk };
  },
  'media.status': async (house) => ({ id: await session(house, 10) }),
  'media.finish': async (house) => ({ id: await arrived(house) }),
  'media.cancel': async (house) => ({ id: await session(house, 10) }),
  'media.addLink': async (house) => ({ property_id: (await propertyOf(house)).property_id, media_type: 2, url: 'https://kuula.co/share/7lVLq' }),
  'media.update': async (house) => ({ id: await item(house), caption: 'The gate' }),
  'media.captions': async (house) => ({ ids: [await item(house)], caption: 'The gate' }),
  'media.order': async (house) => {
    const { property_id } = await propertyOf(house);
    return { property_id, media_type: 0, ids: [await itemOf(house, property_id)] };
  },
  'media.cover': async (house) => ({ id: await item(house) }),
  'media.redraw': async (house) => ({ id: await uploaded(house), turn: 90 }),
  'media.remove': async (house) => ({ id: await item(house) }),
  'media.settle': async (house) => ({ id: await similar(house), note: 'The agent has both' }),
};

/** Tenants may read units, but not those who are managed: whoever works there does. */
const mediaAskers = { 'media.all': 'superadmin' } as const;

const mediaPlant: Plant = async (house, { mark, people, region }) => {
  const { property_id } = await propertyOf(house, people.owner?.companyId ?? undefined, { name: `${mark} house`, region });
  await itemOf(house, property_id, { caption: `${mark} caption`, is_cover: true });
};

export const roomExamples: RoomExamples = { examples: mediaExamples, askers: mediaAskers, plant: mediaPlant };
