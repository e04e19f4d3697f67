import { type VerificationCheck, verificationChecks } from '#contract/catalogue/verification.ts';
import type { inspectionCalls } from '#contract/inspection/calls.ts';
import { getLocalizedName, type InspectionItem, inspectionAnswerDays, listInspectionItems } from '#contract/inspection/kinds.ts';
import { inspectionMachine } from '#contract/inspection/machine.ts';
import { checkInspectionLocation, decideVerificationVerdict, type VerificationVerdict } from '#contract/inspection/verdict.ts';
import type { HandlerInput } from '#contract/kernel/call.ts';
import { clock } from '#contract/time/clock.ts';
import { dayMs } from '#contract/time/days.ts';
import { computeEveningDeadline } from '#contract/time/deadline.ts';
import { invalidInputRefusal } from '#server/http/answer.ts';
import { audit } from '#server/kernel/audit.ts';
import { type Ctx, Refusal } from '#server/kernel/ctx.ts';
import { localeContext } from '#server/kernel/locale.ts';
import { makeMove } from '#server/kernel/move.ts';
import { unscopedTable } from '#server/kernel/scoped.ts';
import { verify } from '#server/property/service.ts';
import { m } from '#words/messages.js';
import { assertIndependentInspector, lockInspection, lockInspectionForEditing, makeInspectionStateRefusal, updateInspection } from './edit-lock.ts';
import { buildManagersAndInspectorAudience, notifyInspectionEvent, readInspectionTenantAudience } from './notify.ts';
import {
  buildInspectionLogFacts,
  getInspectionAreas,
  getInspectionPosition,
  getInspectionSignatures,
  hashInspection,
  type InspectionAnswerRow,
  type InspectionPhotoRow,
  type InspectionRow,
  readInspectionAnswers,
  readInspectionPhotos,
} from './rows.ts';

type Calls = typeof inspectionCalls;
const verificationItem = (what: VerificationCheck) => `property.${what}`;

/** The tenant has five full days to answer, until the evening of the last day. */
export const computeInspectionAnswerDeadline = (): Date => computeEveningDeadline(clock.now(), inspectionAnswerDays * 24);

export async function submitInspection(ctx: Ctx, { id, device }: HandlerInput<Calls['submit']>): Promise<void> {
  const row = await lockInspectionForEditing(ctx, id);
  if (row.status !== 'in_progress') throw makeInspectionStateRefusal(ctx, row);
  if (row.device !== null && row.device !== device) throw new Refusal('conflict', m.inspection_refusal_pen());
  const [answers, photos] = [await readInspectionAnswers(ctx, id), await readInspectionPhotos(ctx, [id])];
  assertComplete(row, answers, photos);
  await makeMove(ctx, inspectionMachine, 'submit', id);
  const now = clock.now();
  const waits = row.tenancy_id !== null;
  const answer_by = waits ? computeInspectionAnswerDeadline() : null;
  const remind_at = answer_by && new Date(answer_by.getTime() - dayMs);
  await updateInspection(ctx, id, { submitted_at: now, answer_by, remind_at });
  const after: InspectionRow = { ...row, status: 'submitted', submitted_at: now, answer_by, revision: row.revision + 1 };
  await audit(ctx.db, ctx, {
    kind: 'edit',
    document: 'inspection',
    id,
    code: row.code,
    before: buildInspectionLogFacts(row),
    after: buildInspectionLogFacts(after),
  });
  if (row.kind === 'verification') return judge(ctx, after, answers);
  await notifyInspectionEvent(
    ctx,
    after,
    await readInspectionTenantAudience(ctx, row, true),
    'inspection.submitted',
    answer_by ? { when: answer_by.toISOString() } : {},
  );
  await notifyInspectionEvent(ctx, after, buildManagersAndInspectorAudience(ctx, after), 'inspection.submitted', {});
}

const isAnswered = ({ kind }: InspectionItem, said: InspectionAnswerRow | undefined): boolean => {
  if (!said) return false;
  if (kind === 'condition') return said.condition !== null;
  return said.passed !== null && (kind !== 'count' || said.counted !== null);
};

/** Checks that every item is answered and that the inspector's signature covers the current state. */
function assertComplete(row: InspectionRow, answers: readonly InspectionAnswerRow[], photos: readonly InspectionPhotoRow[]): void {
  const byItem = new Map(answers.map((one) => [one.item, one]));
  const items = listInspectionItems(getInspectionAreas(row));
  const open = items.filter((item) => !isAnswered(item, byItem.get(item.id)));
  const locale = localeContext.current();
  const placed = (one: (typeof items)[number]): string => `${getLocalizedName(locale, one.area)}: ${getLocalizedName(locale, one)}`;
  if (open.length > 0) {
    const first = open.slice(0, 3).map(placed);
    throw invalidInputRefusal({ answers: m.inspection_problem_unanswered({ count: open.length, first: first.join('; ') }) });
  }
  // A charged condition or a failed item needs a photo or a note.
  const bare = items.find((item) => {
    const said = byItem.get(item.id);
    const bad = said?.condition === 'poor' || said?.condition === 'missing' || said?.passed === false;
    return bad && said.note === '' && !photos.some((photo) => photo.item === item.id);
  });
  if (bare) {
    const why = m.inspection_problem_bare({ name: placed(bare) });
    throw new Refusal('invalid', why, { fields: { answers: why }, item: bare.id });
  }
  if (row.kind === 'verification') {
    if (!photos.some((photo) => photo.item === verificationItem('pictures') && photo.way === 'camera'))
      throw invalidInputRefusal({ photos: m.inspection_problem_card() });
    if (row.place === null) throw invalidInputRefusal({ place: m.inspection_problem_place() });
  }
  const signed = getInspectionSignatures(row).find((one) => one.role === 'inspector');
  if (!signed) throw invalidInputRefusal({ signatures: m.inspection_problem_unsigned() });
  if (signed.digest !== hashInspection(row, answers, photos)) throw invalidInputRefusal({ signatures: m.inspection_problem_changed() });
}

export const countUnitsOfProperty = async (ctx: Pick<Ctx, 'db'>, propertyId: number): Promise<number> =>
  Number(
    (
      await unscopedTable(ctx.db, 'unit', 'the number of units recorded on a property')
        .select()
        .select((eb) => eb.fn.countAll<number>().as('n'))
        .where('property_id', '=', propertyId)
        .where('deleted_at', 'is', null)
        .executeTakeFirstOrThrow()
    ).n,
  );
export async function readPropertyCoordinates(ctx: Pick<Ctx, 'db'>, propertyId: number): Promise<{ lat: number; lng: number } | null> {
  const row = await unscopedTable(ctx.db, 'property', 'the location recorded on a property')
    .select()
    .select(['lat', 'lng'])
    .where('id', '=', propertyId)
    .executeTakeFirstOrThrow();
  return row.lat === null || row.lng === null ? null : { lat: Number(row.lat), lng: Number(row.lng) };
}

async function verdictFor(ctx: Ctx, row: InspectionRow, answers: readonly InspectionAnswerRow[]): Promise<VerificationVerdict> {
  const byItem = new Map(answers.map((one) => [one.item, one]));
  const passed = new Map(
    verificationChecks.flatMap((what) => {
      const said = byItem.get(verificationItem(what))?.passed;
      return said === undefined || said === null ? [] : [[what, said] as const];
    }),
  );
  const counted = byItem.get(verificationItem('units'))?.counted ?? null;
  const place = checkInspectionLocation(getInspectionPosition(row), await readPropertyCoordinates(ctx, row.property_id));
  return decideVerificationVerdict({ passed, counted, units: await countUnitsOfProperty(ctx, row.property_id), place });
}

/** Passes the findings to the property module, which verifies or rejects the property. If the position is uncertain, an admin decides. */
async function judge(ctx: Ctx, row: InspectionRow, answers: readonly InspectionAnswerRow[]): Promise<void> {
  const { move: verdict, failed } = await verdictFor(ctx, row, answers);
  if (verdict === 'person') return;
  await carry(ctx, row, answers, verdict, failed, '');
}

async function carry(
  ctx: Ctx,
  row: InspectionRow,
  answers: readonly InspectionAnswerRow[],
  verdict: 'verify' | 'reject',
  failed: readonly VerificationCheck[],
  reason: string,
): Promise<void> {
  const byItem = new Map(answers.map((one) => [one.item, one]));
  const found = verificationChecks.flatMap((what) => {
    const said = byItem.get(verificationItem(what));
    if (!said?.passed || failed.includes(what)) return [];
    return [
      { what, way: 'site' as const, note: said.note.length >= 3 ? said.note.slice(0, 300) : m.inspection_seen({ code: row.code }), file_id: null },
    ];
  });
  const position = failed.includes('position')
    ? []
    : [{ what: 'position' as const, way: 'site' as const, note: m.inspection_seen({ code: row.code }), file_id: null }];
  const names = failed.map((what) => {
    const item = listInspectionItems(getInspectionAreas(row)).find((one) => one.id === verificationItem(what));
    return item ? getLocalizedName(localeContext.current(), item) : m.inspection_place_far();
  });
  const note = reason || (verdict === 'reject' ? m.inspection_found_not({ what: names.join('; ') }) : '');
  // The inspection is moved first, because deciding the property cancels its other planned verifications.
  await makeMove(ctx, inspectionMachine, 'agree', row.id, note || null);
  await updateInspection(ctx, row.id, { outcome: verdict === 'verify' ? 'verified' : 'rejected' });
  await verify(ctx, { id: row.property_id, move: verdict, note, checks: verdict === 'verify' ? [...found, ...position] : found });
}

/** If the phone's position was uncertain, an independent person reviews the photos and decides. */
export async function decidePropertyVerification(ctx: Ctx, { id, verdict, reason }: HandlerInput<Calls['decideVerification']>): Promise<void> {
  const row = await lockInspection(ctx, id);
  if (row.kind !== 'verification' || row.status !== 'submitted') throw makeInspectionStateRefusal(ctx, row);
  if (!row.changes) throw new Refusal('forbidden', m.shell_refusal_move());
  if (row.inspector_id === ctx.me.userId) throw new Refusal('forbidden', m.inspection_refusal_own());
  await assertIndependentInspector(ctx, row.property_id);
  await carry(ctx, row, await readInspectionAnswers(ctx, id), verdict, [], reason);
  await audit(ctx.db, ctx, {
    kind: 'edit',
    document: 'inspection',
    id,
    code: row.code,
    before: { status: row.status },
    after: { status: 'agreed' },
    reason,
  });
}
