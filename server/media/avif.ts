import { sql } from 'kysely';
import sharp from 'sharp';
import type { Db } from '#server/kernel/ctx.ts';
import { add, unscopedTable } from '#server/kernel/scoped.ts';
import type { RunningServices } from '#server/kernel/services.ts';
import { imageSizes } from './images.ts';
import { storeBytes } from './service.ts';

/** A small batch, because the job runner and the machine have other work. */
const atOnce = 8;

/** Creates AVIF variants of pictures besides their WebP variants, in the background. */
export async function makeAvif(services: RunningServices, db: Db): Promise<number> {
  const files = await unscopedTable(db, 'media_file', 'the worker converts pictures of all companies')
    .select()
    .select('id')
    .where('wants_avif', '=', true)
    .orderBy('id')
    .limit(atOnce)
    .execute();
  for (const { id } of files) {
    try {
      await avifOf(services, db, id);
    } catch (problem) {
      services.log.warn({ err: problem, file: id }, 'a picture could not be made in AVIF');
    }
    // The file is marked after a failure too, because the WebP is sufficient and the same file would fail again.
    await unscopedTable(db, 'media_file', 'the worker converts pictures of all companies')
      .change()
      .set({ wants_avif: false })
      .where('id', '=', id)
      .execute();
    // Modules that copy a picture's URLs (the search's cards) are notified of changes to the item, not to the variants of its file.
    await unscopedTable(db, 'media_item', 'the worker converts pictures of all companies')
      .change()
      .set({ updated_at: sql<Date>`app.now()` })
      .where('file_id', '=', id)
      .execute();
  }
  return files.length;
}

async function avifOf(services: RunningServices, db: Db, fileId: number): Promise<void> {
  const webp = await unscopedTable(db, 'media_variant', 'the worker converts pictures of all companies')
    .select()
    .select(['key', 'width'])
    .where('file_id', '=', fileId)
    .where('type', '=', 'image/webp')
    .execute();
  const largest = webp.sort((a, b) => (b.width ?? 0) - (a.width ?? 0))[0];
  const source = largest ? await services.storage.get(largest.key) : null;
  if (!source) return;
  for (const size of imageSizes.picture) {
    const { data, info } = await sharp(source)
      .resize({ width: size, height: size, fit: 'inside', withoutEnlargement: true })
      .avif({ quality: 55, effort: 3 })
      .toBuffer({ resolveWithObject: true });
    const [key = ''] = await storeBytes(services, [{ data, type: 'image/avif', ending: 'avif' }]);
    await add({ db }, 'media_variant')
      .values({ file_id: fileId, label: `${size}.avif`, key, type: 'image/avif', bytes: data.length, width: info.width, height: info.height })
      .onConflict((oc) => oc.columns(['file_id', 'label']).doNothing())
      .execute();
  }
}
