import { createHash } from 'node:crypto';
import type { inspectionCalls } from '#contract/inspection/calls.ts';
import { photosMost } from '#contract/inspection/kinds.ts';
import type { Photo } from '#contract/inspection/shapes.ts';
import type { Input } from '#contract/kernel/call.ts';
import { clock } from '#contract/time/clock.ts';
import { invalid } from '#server/http/answer.ts';
import { audit } from '#server/kernel/audit.ts';
import { type Ctx, Refusal } from '#server/kernel/ctx.ts';
import type { House } from '#server/kernel/house.ts';
import { add, everything } from '#server/kernel/scoped.ts';
import { insistDrawable, keep, signedPath } from '#server/media/service.ts';
import { m } from '#words/messages.js';
import { doneAt, insistItem } from './ops.ts';
import { notNow, toFill } from './pen.ts';
import { type InspectionRow, type PhotoRow, photosOf } from './rows.ts';
import { keepersOf, tellAll, tenantsOf } from './tell.ts';

type Calls = typeof inspectionCalls;
const openSeconds = 3600;

export const toPhoto = (house: Pick<House, 'secret'>, r: PhotoRow): Photo => ({
  id: r.id,
  item: r.item,
  url: r.key === null ? (r.url ?? '') : signedPath(house.secret, r.key, openSeconds),
  sha256: r.sha256,
  taken_at: r.taken_at?.toISOString() ?? null,
  way: r.way,
  late: r.late,
  arrived_at: r.created_at.toISOString(),
});

/** It stands beside what was signed: the log has it, and both sides hear of it, once for each time the report stands as it is. */
async function sayLate(ctx: Ctx, row: InspectionRow): Promise<void> {
  await audit(ctx.db, ctx, { kind: 'edit', document: 'inspection', id: row.id, code: row.code, reason: 'a photo came after it was handed in' });
  if (row.kind === 'verification') return;
  await tellAll(ctx, row, keepersOf(ctx, row).and(await tenantsOf(ctx, row)), 'inspection.photo_late', {});
}

/** A photo under the uuid its device gave it: sent twice it is there once, and its bytes are those the device hashed. */
export const sendPhoto =
  (house: House) =>
  async (ctx: Ctx, { id, photo_id, item, sha256, file, way, taken_at, lat, lng, accuracy_m }: Input<Calls['photo']>): Promise<Photo> => {
    const row = await toFill(ctx, id);
    const there = await everything(ctx.db, 'inspection_photo', 'what came before is not kept again')
      .select()
      .select(['inspection_id', 'sha256'])
      .where('id', '=', photo_id)
      .executeTakeFirst();
    if (there && (there.inspection_id !== id || there.sha256 !== sha256)) throw new Refusal('conflict', m.inspection_refusal_elsewhere());
    if (!there) {
      if (row.status === 'scheduled') throw notNow(ctx, row, m.inspection_refusal_not_begun());
      if (row.status === 'canceled') throw notNow(ctx, row);
      // A device that was without a network brings what was taken while somebody looked; what is taken now belongs to another inspection.
      const then = taken_at !== undefined && row.submitted_at !== null && Date.parse(taken_at) <= row.submitted_at.getTime();
      if (row.status === 'agreed' && !then) throw notNow(ctx, row, m.inspection_refusal_closed());
      insistItem(row, item);
      if (createHash('sha256').update(file.data).digest('hex') !== sha256) throw invalid({ photo: m.inspection_problem_hash() });
      if ((await photosOf(ctx, [id])).length >= photosMost) throw invalid({ photo: m.inspection_problem_photos({ most: photosMost }) });
      await insistDrawable(file, 'photo');
      const kept = await keep(house, ctx, file, { purpose: 'document', visibility: 'private', field: 'photo' });
      const place = lat === undefined || lng === undefined ? null : JSON.stringify({ lat, lng, accuracy_m: accuracy_m ?? null });
      await add(ctx, 'inspection_photo')
        .values({
          ...{ id: photo_id, inspection_id: id, item, file_id: kept.id, sha256, place, way },
          // A camera's picture was not taken before anybody was to look; one of the gallery may have been.
          taken_at: taken_at === undefined ? null : way === 'camera' ? doneAt(taken_at, row) : new Date(Math.min(Date.parse(taken_at), clock.ms())),
          late: row.status !== 'in_progress',
        })
        .execute();
      if (row.status !== 'in_progress') await sayLate(ctx, row);
    }
    const found = (await photosOf(ctx, [id])).find((one) => one.id === photo_id);
    if (!found) throw new Refusal('conflict', m.inspection_refusal_elsewhere());
    return toPhoto(house, found);
  };
