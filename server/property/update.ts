import type { Permission } from '#contract/access/documents.ts';
import type { HandlerInput } from '#contract/kernel/call.ts';
import type { propertyCalls } from '#contract/property/calls.ts';
import { propertyMachine } from '#contract/property/machine.ts';
import type { PropertyDetails } from '#contract/property/shapes.ts';
import { clock } from '#contract/time/clock.ts';
import { enqueueJob } from '#server/jobs/queue.ts';
import { type AuditDocument, audit } from '#server/kernel/audit.ts';
import { type Ctx, Refusal } from '#server/kernel/ctx.ts';
import { sentence } from '#server/kernel/locale.ts';
import { makeMove } from '#server/kernel/move.ts';
import { normalizePhoneForStorage } from '#server/kernel/phone.ts';
import { change, oneRow } from '#server/kernel/scoped.ts';
import { toSlug } from '#server/kernel/slug.ts';
import { assertVocabularyTerms, type LockedPropertyRow, lockProperty, readCountyOfLocation } from './checks.ts';
import { readPropertyDetails } from './property-detail.ts';

type Calls = typeof propertyCalls;
type Changes = Partial<Omit<LockedPropertyRow, 'id' | 'code'>>;

/** Fields that were verified on site: a change ends the verification. */
const verified = ['location_id', 'address', 'lat', 'lng'] as const;

export async function updateProperty(ctx: Ctx, { id, revision, ...given }: HandlerInput<Calls['update']>): Promise<PropertyDetails> {
  const before = await mine(ctx, id, revision, 'property.edit');
  const changes: Changes = defined(given);
  await assertVocabularyTerms(
    ctx,
    [
      { field: 'property_type_id', kind: 'property_type', ids: [given.property_type_id ?? []].flat() },
      { field: 'category_id', kind: 'property_category', ids: [given.category_id ?? []].flat() },
      { field: 'amenities', kind: 'amenity', ids: given.amenities ?? [] },
    ],
    [before.property_type_id, before.category_id, ...before.amenities],
  );
  if (given.location_id !== undefined) changes.region = await readCountyOfLocation(ctx, given.location_id);
  if (given.name !== undefined) changes.slug = toSlug(given.name);
  const moved = verified.some((name) => given[name] !== undefined && given[name] !== before[name]);
  return keep(ctx, before, changes, 'property', moved ? 'another place or address' : null);
}

export async function updatePropertySettings(
  ctx: Ctx,
  { id, revision, billing, deposit_months, ...given }: HandlerInput<Calls['updateSettings']>,
): Promise<PropertyDetails> {
  const before = await mine(ctx, id, revision, 'settings_property_general_settings.edit');
  const changes: Changes = defined(given);
  if (given.caretaker_phone) changes.caretaker_phone = normalizePhoneForStorage(given.caretaker_phone, 'caretaker_phone');
  if (given.caretaker_phone === '') changes.caretaker_phone = null;
  if (deposit_months !== undefined) changes.deposit_months = deposit_months.toFixed(1);
  if (billing !== undefined) changes.billing = billing;
  return keep(ctx, before, changes, 'settings_property_general_settings');
}

export async function updatePropertyUtilities(
  ctx: Ctx,
  { id, revision, utilities: given }: HandlerInput<Calls['updateUtilities']>,
): Promise<PropertyDetails> {
  const before = await mine(ctx, id, revision, 'property_utilities.edit');
  const after = await keep(ctx, before, { utilities: given }, 'property_utilities');
  await enqueueJob(ctx.db, 'property.terms', { propertyId: id });
  return after;
}

const defined = (given: object): Changes => Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));

/**
 * Locks the property for an edit and rejects an outdated revision (optimistic locking): the second editor gets the saved version, and nothing is
 * overwritten unseen.
 */
async function mine(ctx: Ctx, id: number, revision: number | undefined, permission: Permission): Promise<LockedPropertyRow> {
  const before = await lockProperty(ctx, id, permission);
  if (revision !== undefined && revision !== before.revision)
    throw new Refusal('conflict', sentence('editConflict'), { current: await readPropertyDetails(ctx, { id }) });
  return before;
}

async function keep(
  ctx: Ctx,
  before: LockedPropertyRow,
  changes: Changes,
  document: AuditDocument,
  reset: string | null = null,
): Promise<PropertyDetails> {
  const { billing, utilities: config, ...plain } = changes;
  await change(ctx, 'property')
    .set({
      ...plain,
      ...(billing === undefined ? {} : { billing: JSON.stringify(billing) }),
      ...(config === undefined ? {} : { utilities: JSON.stringify(config) }),
      revision: before.revision + 1,
      updated_by: ctx.me.userId,
      updated_at: clock.now(),
    })
    .where('id', '=', before.id)
    .$call(oneRow);
  const status = reset ? await endPropertyVerification(ctx, before, reset) : before.status;
  const names = Object.keys(changes) as (keyof Changes)[];
  const pick = (row: Changes) => Object.fromEntries(names.map((name) => [name, row[name]]));
  await audit(ctx.db, ctx, {
    kind: 'edit',
    document,
    id: before.id,
    code: before.code,
    before: { ...pick(before), status: before.status },
    after: { ...pick(changes), status },
  });
  return readPropertyDetails(ctx, { id: before.id });
}

/** Returns a verified or pending property to draft and returns its new status. */
export async function endPropertyVerification(
  ctx: Ctx,
  before: Pick<LockedPropertyRow, 'id' | 'status'>,
  reason: string,
): Promise<LockedPropertyRow['status']> {
  if (!propertyMachine.moves.reset.from.includes(before.status)) return before.status;
  const { to } = await makeMove(ctx, propertyMachine, 'reset', before.id, reason, 'clock');
  await change(ctx, 'property')
    .set({ verified_by: null, verified_at: null, verification_expires_at: null, verification_note: '' })
    .where('id', '=', before.id)
    .$call(oneRow);
  return to;
}
