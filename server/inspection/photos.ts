import { createHash } from 'node:crypto';
import type { inspectionCalls } from '#contract/inspection/calls.ts';
import { maxInspectionPhotos } from '#contract/inspection/kinds.ts';
import type { InspectionPhoto } from '#contract/inspection/shapes.ts';
import type { HandlerInput } from '#contract/kernel/call.ts';
import { clock } from '#contract/time/clock.ts';
import { invalidInputRefusal } from '#server/http/answer.ts';
import { audit } from '#server/kernel/audit.ts';
import { type Ctx, Refusal } from '#server/kernel/ctx.ts';
import { add, unscopedTable } from '#server/kernel/scoped.ts';
import type { RunningServices } from '#server/kernel/services.ts';
import { assertDecodableImage, buildSignedFilePath, storeFile } from '#server/media/service.ts';
import { m } from '#words/messages.js';
import { lockInspectionForEditing, makeInspectionStateRefusal } from './edit-lock.ts';
import { buildManagersAndInspectorAudience, notifyInspectionEvent, readInspectionTenantAudience } from './notify.ts';
import { assertInspectionFormItem, computeInspectionOpTime } from './ops.ts';
import { type InspectionPhotoRow, type InspectionRow, readInspectionPhotos } from './rows.ts';

type Calls = typeof inspectionCalls;
const openSeconds = 3600;

export const toInspectionPhoto = (services: Pick<RunningServices, 'secret'>, r: InspectionPhotoRow): InspectionPhoto => ({
  id: r.id,
  item: r.item,
  url: r.key === null ? (r.url ?? '') : buildSignedFilePath(services.secret, r.key, openSeconds),
  sha256: r.sha256,
  taken_at: r.taken_at?.toISOString() ?? null,
  way: r.way,
  late: r.late,
  arrived_at: r.created_at.toISOString(),
});

/** Audits a late photo and notifies both sides, except for a verification. */
async function sayLate(ctx: Ctx, row: InspectionRow): Promise<void> {
  await audit(ctx.db, ctx, { kind: 'edit', document: 'inspection', id: row.id, code: row.code, reason: 'a photo came after it was handed in' });
  if (row.kind === 'verification') return;
  await notifyInspectionEvent(
    ctx,
    row,
    buildManagersAndInspectorAudience(ctx, row).and(await readInspectionTenantAudience(ctx, row)),
    'inspection.photo_late',
    {},
  );
}

/** Stores a photo under the uuid from the device, once even if it is sent twice, and only if its bytes have the hash that the device computed. */
export const addInspectionPhoto =
  (services: RunningServices) =>
  async (
    ctx: Ctx,
    { id, photo_id, item, sha256, file, way, taken_at, lat, lng, accuracy_m }: HandlerInput<Calls['photo']>,
  ): Promise<InspectionPhoto> => {
    const row = await lockInspectionForEditing(ctx, id);
    const there = await unscopedTable(ctx.db, 'inspection_photo', 'photos already received are not stored again')
      .select()
      .select(['inspection_id', 'sha256'])
      .where('id', '=', photo_id)
      .executeTakeFirst();
    if (there && (there.inspection_id !== id || there.sha256 !== sha256)) throw new Refusal('conflict', m.inspection_refusal_elsewhere());
    if (!there) {
      if (row.status === 'scheduled') throw makeInspectionStateRefusal(ctx, row, m.inspection_refusal_not_begun());
      if (row.status === 'canceled') throw makeInspectionStateRefusal(ctx, row);
      // A device that was offline may send photos taken during the inspection. A photo taken later belongs to another inspection.
      const then = taken_at !== undefined && row.submitted_at !== null && Date.parse(taken_at) <= row.submitted_at.getTime();
      if (row.status === 'agreed' && !then) throw makeInspectionStateRefusal(ctx, row, m.inspection_refusal_closed());
      assertInspectionFormItem(row, item);
      if (createHash('sha256').update(file.data).digest('hex') !== sha256) throw invalidInputRefusal({ photo: m.inspection_problem_hash() });
      if ((await readInspectionPhotos(ctx, [id])).length >= maxInspectionPhotos)
        throw invalidInputRefusal({ photo: m.inspection_problem_photos({ most: maxInspectionPhotos }) });
      await assertDecodableImage(file, 'photo');
      const kept = await storeFile(services, ctx, file, { purpose: 'document', visibility: 'private', field: 'photo' });
      const place = lat === undefined || lng === undefined ? null : JSON.stringify({ lat, lng, accuracy_m: accuracy_m ?? null });
      await add(ctx, 'inspection_photo')
        .values({
          id: photo_id,
          inspection_id: id,
          item,
          file_id: kept.id,
          sha256,
          place,
          way,
          // A photo from the camera cannot be older than the plan; a photo from the gallery may be.
          taken_at:
            taken_at === undefined
              ? null
              : way === 'camera'
                ? computeInspectionOpTime(taken_at, row)
                : new Date(Math.min(Date.parse(taken_at), clock.ms())),
          late: row.status !== 'in_progress',
        })
        .execute();
      if (row.status !== 'in_progress') await sayLate(ctx, row);
    }
    const found = (await readInspectionPhotos(ctx, [id])).find((one) => one.id === photo_id);
    if (!found) throw new Refusal('conflict', m.inspection_refusal_elsewhere());
    return toInspectionPhoto(services, found);
  };
