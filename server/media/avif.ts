import { sql } from 'kysely';
import sharp from 'sharp';
import type { Db } from '#server/kernel/ctx.ts';
import type { House } from '#server/kernel/house.ts';
import { add, everything } from '#server/kernel/scoped.ts';
import { imageSizes } from './images.ts';
import { putDown } from './service.ts';

/** Few at a time: the clock has other work, and the machine has other guests. */
const atOnce = 8;

/** Pictures in AVIF beside their WebP, made when nobody waits for them. */
export async function makeAvif(house: House, db: Db): Promise<number> {
  const files = await everything(db, 'media_file', 'the worker draws pictures for everybody')
    .select()
    .select('id')
    .where('wants_avif', '=', true)
    .orderBy('id')
    .limit(atOnce)
    .execute();
  for (const { id } of files) {
    try {
      await avifOf(house, db, id);
    } catch (problem) {
      house.log.warn({ err: problem, file: id }, 'a picture could not be made in AVIF');
    }
    // Also after a failure: the WebP is good enough, and the same file would fail for ever.
    await everything(db, 'media_file', 'the worker draws pictures for everybody').change().set({ wants_avif: false }).where('id', '=', id).execute();
    // Whoever keeps a copy of the picture's addresses (the search's cards) watches the item, not the sizes of its file.
    await everything(db, 'media_item', 'the worker draws pictures for everybody')
      .change()
      .set({ updated_at: sql<Date>`app.now()` })
      .where('file_id', '=', id)
      .execute();
  }
  return files.length;
}

async function avifOf(house: House, db: Db, fileId: number): Promise<void> {
  const webp = await everything(db, 'media_variant', 'the worker draws pictures for everybody')
    .select()
    .select(['key', 'width'])
    .where('file_id', '=', fileId)
    .where('type', '=', 'image/webp')
    .execute();
  const largest = webp.sort((a, b) => (b.width ?? 0) - (a.width ?? 0))[0];
  const source = largest ? await house.storage.get(largest.key) : null;
  if (!source) return;
  for (const size of imageSizes.picture) {
    const { data, info } = await sharp(source)
      .resize({ width: size, height: size, fit: 'inside', withoutEnlargement: true })
      .avif({ quality: 55, effort: 3 })
      .toBuffer({ resolveWithObject: true });
    const [key = ''] = await putDown(house, [{ data, type: 'image/avif', ending: 'avif' }]);
    await add({ db }, 'media_variant')
      .values({ file_id: fileId, label: `${size}.avif`, key, type: 'image/avif', bytes: data.length, width: info.width, height: info.height })
      .onConflict((oc) => oc.columns(['file_id', 'label']).doNothing())
      .execute();
  }
}
