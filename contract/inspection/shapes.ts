import { z } from 'zod';
import { line } from '#contract/kernel/line.ts';
import { held, id, moment } from '#contract/kernel/list.ts';
import { amount } from '#contract/money/schema.ts';
import { m } from '#words/messages.js';
import { chargeTo, conditions, costMost, inspectionKinds, inspectionStatuses, itemKinds, meterKinds, photoWays, signerRoles } from './kinds.ts';

const Coded = z.object({ id: z.number(), code: z.string(), name: z.string() });
const Named = z.object({ id: z.number(), name: z.string() });

export const kind = z.enum(inspectionKinds);
export const status = z.enum(inspectionStatuses);
export const reason = z
  .string()
  .trim()
  .max(1000)
  .refine((text) => text.length >= 3, { error: () => m.inspection_problem_reason() });
const key = z.string().regex(/^[a-z0-9_]{1,40}$/, { error: () => m.inspection_problem_key() });
const name = line.min(1).max(80);
export const ItemShape = z.strictObject({
  key,
  name,
  name_sw: line.max(80),
  kind: z.enum(itemKinds),
  life_months: z.number().int().min(1).max(600).nullable(),
});
export const AreaShape = z.strictObject({ key, name, name_sw: line.max(80), items: z.array(ItemShape).min(1).max(40) });
/** Rooms by name once each, and items once in their room: answers name them. */
export const areas = z
  .array(AreaShape)
  .min(1)
  .max(30)
  .refine((all) => once(all) && all.every((area) => once(area.items)), { error: () => m.inspection_problem_twice() });
const once = (all: readonly { readonly key: string }[]): boolean => new Set(all.map((one) => one.key)).size === all.length;

export const Template = z.object({
  id: z.number(),
  name: z.string(),
  kinds: z.array(kind),
  areas: z.array(AreaShape),
  /** The house's own, which nobody changes but copies. */
  system: z.boolean(),
  retired: z.boolean(),
  revision: z.number(),
});
export type Template = z.output<typeof Template>;

export const uuid = z.uuid();
/** A device by a name it gave itself. */
export const device = z.string().regex(/^[A-Za-z0-9-]{8,64}$/, { error: () => m.inspection_problem_device() });
const item = z.string().regex(/^[a-z0-9_]{1,40}\.[a-z0-9_]{1,40}$/, { error: () => m.inspection_problem_item() });
export const lat = z.coerce.number().min(-90).max(90);
export const lng = z.coerce.number().min(-180).max(180);
export const accuracy = z.coerce.number().min(0).max(100_000);
export { item as itemName };

/** A line a finger drew, as SVG draws it, in the box every paper has for it. */
const drawn = z
  .string()
  .max(60_000)
  .regex(/^[MLCQSZmlcqsz0-9.,\s-]*$/, { error: () => m.inspection_problem_drawn() });

export const Op = z.discriminatedUnion('do', [
  z.strictObject({
    do: z.literal('answer'),
    item,
    condition: z.enum(conditions).nullable().optional(),
    passed: z.boolean().nullable().optional(),
    counted: z.number().int().min(0).max(10_000).nullable().optional(),
    note: z.string().trim().max(2000).optional(),
    cost_cents: amount(costMost).nullable().optional(),
    charge_to: z.enum(chargeTo).optional(),
  }),
  z.strictObject({ do: z.literal('drop_photo'), photo: uuid }),
  z.strictObject({ do: z.literal('keys'), count: z.number().int().min(0).max(100).nullable() }),
  /** One meter's reading; without a value it is taken back. */
  z.strictObject({
    do: z.literal('reading'),
    meter: line.min(1).max(60),
    kind: z.enum(meterKinds),
    value: z.number().min(0).max(1_000_000_000).nullable(),
  }),
  z.strictObject({ do: z.literal('place'), lat: z.number().min(-90).max(90), lng: z.number().min(-180).max(180), accuracy_m: z.number().min(0) }),
  z.strictObject({ do: z.literal('sign'), role: z.enum(signerRoles), name: line.min(2).max(120), drawn: drawn.optional() }),
]);
export type Op = z.output<typeof Op>;
/** `at`: when it was done on the device, which may have been without a network. */
export const SentOp = z.strictObject({ id: uuid, seq: z.number().int().min(1).max(1_000_000), at: moment.optional(), op: Op });
export type SentOp = z.output<typeof SentOp>;
export const OpOutcome = z.object({ id: z.string(), outcome: z.enum(['done', 'also_said', 'addendum']) });

export const InspectionHead = z.object({
  id: z.number(),
  code: z.string(),
  kind,
  status,
  /** What a verification came to. */
  outcome: z.enum(['verified', 'rejected']).nullable(),
  property: Coded,
  unit: Coded.nullable(),
  tenancy: z.object({ id: z.number(), code: z.string(), lead: z.string().nullable() }).nullable(),
  inspector: Named.nullable(),
  scheduled_at: moment,
  submitted_at: moment.nullable(),
  answer_by: moment.nullable(),
  ...held,
  created_at: moment,
  revision: z.number(),
});
export type InspectionHead = z.output<typeof InspectionHead>;

const AlsoSaid = z.object({ by: z.string(), at: moment, text: z.string() });
export const Answer = z.object({
  item: z.string(),
  condition: z.enum(conditions).nullable(),
  passed: z.boolean().nullable(),
  counted: z.number().nullable(),
  note: z.string(),
  cost_cents: z.number().nullable(),
  charge_to: z.enum(chargeTo),
  /** What the other side says. */
  answer: z.enum(['agreed', 'disputed']).nullable(),
  answer_note: z.string(),
  also_said: z.array(AlsoSaid),
});
export type Answer = z.output<typeof Answer>;
export const Photo = z.object({
  id: z.string(),
  item: z.string(),
  /** Opens the picture for an hour. */
  url: z.string(),
  sha256: z.string(),
  taken_at: moment.nullable(),
  way: z.enum(photoWays),
  /** It came after the inspection was handed in: no signature covers it. */
  late: z.boolean(),
  arrived_at: moment,
});
export type Photo = z.output<typeof Photo>;
export const Reading = z.object({ meter: z.string(), kind: z.enum(meterKinds), value: z.number() });
export const Signature = z.object({
  role: z.enum(signerRoles),
  name: z.string(),
  at: moment,
  /** When it came here, where it was given without a network. */
  arrived_at: moment.nullable(),
  drawn: z.string().nullable(),
  /** It covers what stands there now; something changed since, where not. */
  holds: z.boolean(),
});
/** What an item would cost whoever leaves, by the life it had left. */
export const Proposal = z.object({
  item: z.string(),
  cost_cents: z.number(),
  life_months: z.number().nullable(),
  months: z.number(),
  cents: z.number(),
});

export const InspectionFull = InspectionHead.extend({
  areas: z.array(AreaShape),
  answers: z.array(Answer),
  photos: z.array(Photo),
  keys_count: z.number().nullable(),
  readings: z.array(Reading),
  signatures: z.array(Signature),
  reason: z.string(),
  /** Whoever lives there agreed to be visited within a day of being told. */
  consented: z.boolean(),
  /** What must be seen on the photos; for those who inspect. */
  card: z.string().nullable(),
  place: z
    .object({
      lat: z.number(),
      lng: z.number(),
      accuracy_m: z.number(),
      at: moment,
      metres: z.number().nullable(),
      verdict: z.enum(['near', 'far', 'unsure']),
    })
    .nullable(),
  /** Where the property says it is; for whoever verifies it. */
  pin: z.object({ lat: z.number(), lng: z.number() }).nullable(),
  /** Units the property says it has, which whoever verifies counts. */
  units: z.number().nullable(),
  /** How it was when they moved in. */
  baseline: z
    .object({ id: z.number(), code: z.string(), submitted_at: moment.nullable(), answers: z.array(Answer), photos: z.array(Photo) })
    .nullable(),
  proposals: z.array(Proposal),
  /** What came from a device after it was handed in. */
  addenda: z.array(AlsoSaid),
  /** The device that holds the pen. */
  device: z.string().nullable(),
  history: z.array(z.object({ at: moment, move: z.string(), to: z.string(), by: z.string().nullable(), reason: z.string().nullable() })),
  may: z.object({
    /** Fill it in and hand it in. */
    work: z.boolean(),
    cancel: z.boolean(),
    /** Say of each item whether it is so. */
    answer: z.boolean(),
    /** Close what is disputed, or what nobody answers. */
    settle: z.boolean(),
    /** Verify or turn down where nobody can tell whether it was the place. */
    decide: z.boolean(),
  }),
  /** Opens the report for an hour; null for whoever reads the verdict alone. */
  report: z.string().nullable(),
});
export type InspectionFull = z.output<typeof InspectionFull>;
/** What is not so, and why. */
export const disputed = z.array(z.strictObject({ item, note: reason })).max(500);
export { Coded, Named };
export const byId = z.object({ id });
