import { z } from 'zod';
import { inspectionKinds } from '#contract/inspection/kinds.ts';
import { held, moment } from '#contract/kernel/list.ts';
import { moveSchema, stateSchema } from '#contract/kernel/machine-schemas.ts';
import { consents, feedbackReasons, kinds, modes, prices, visitorActs } from './kinds.ts';
import { tourMachine } from './machine.ts';

const Named = z.object({ id: z.number(), code: z.string(), name: z.string() });
/** What a visitor says of the home afterwards. */
export const FeedbackSaid = z.strictObject({
  liked: z.boolean(),
  reasons: z.array(z.enum(feedbackReasons)).max(feedbackReasons.length),
  price: z.enum(prices).nullable(),
  note: z.string().trim().max(500),
});
const common = {
  code: z.string(),
  status: stateSchema(tourMachine),
  kind: z.enum(kinds),
  mode: z.enum(modes),
  group: z.boolean(),
  starts_at: moment,
  ends_at: moment,
  people: z.number(),
  notes: z.string(),
  /** Where to meet, or where to call. */
  meeting: z.string(),
  consent: z.enum(consents),
  reason: z.string(),
  feedback: FeedbackSaid.nullable(),
  moved_times: z.number(),
  revision: z.number(),
};

/** A tour as those who show the home have it. */
export const TourHead = z.object({
  id: z.number(),
  ...common,
  name: z.string(),
  /** Null until it is confirmed: nobody is rung up who only asked. */
  phone: z.string().nullable(),
  host: z.object({ id: z.number(), name: z.string() }),
  listing: z.object({ id: z.number(), code: z.string(), title: z.string() }),
  property: Named,
  unit: z.string().nullable(),
  lapse_at: moment.nullable(),
  checked_in_at: moment.nullable(),
  /** How far from the property the host's phone was then, in metres; null where it did not say. */
  check_in_m: z.number().nullable(),
  /** What whoever lives there said: why not, or when it would suit. */
  consent_note: z.string(),
  contested_at: moment.nullable(),
  ...held,
  /** What the caller may do now; another time is `reschedule`. */
  moves: z.array(moveSchema(tourMachine)),
  may_move: z.boolean(),
  may_reassign: z.boolean(),
});
export type TourHead = z.output<typeof TourHead>;

/** A tour as its visitor has it. */
export const VisitorTour = z.object({
  ...common,
  id: z.number(),
  name: z.string(),
  title: z.string(),
  listing_id: z.number(),
  place: z.string(),
  /** Once it is confirmed. */
  map: z.object({ lat: z.number(), lng: z.number() }).nullable(),
  host: z.object({ name: z.string(), phone: z.string().nullable() }),
  /** Told to the host at the door. */
  check_in_code: z.string().nullable(),
  /** Where the home has its page, while it is offered. */
  home: z.string().nullable(),
  /** What a calendar takes in, once it is confirmed. */
  calendar: z.string().nullable(),
  may: z.array(z.enum(visitorActs)),
  /** Where they apply for the home they have seen, while it is to be had. */
  apply: z.string().nullable(),
});
export type VisitorTour = z.output<typeof VisitorTour>;

export const FreeSlot = z.object({ from: moment, to: moment, group: z.boolean(), left: z.number() });
export type FreeSlot = z.output<typeof FreeSlot>;

/** What one page needs to offer times. */
export const TourOffer = z.object({
  listing_id: z.number(),
  title: z.string(),
  place: z.string(),
  /** Null while nobody has said when the home can be seen. */
  host: z.string().nullable(),
  minutes: z.number(),
  instant: z.boolean(),
  occupied: z.boolean(),
  /** The number of the caller's account; where it is known to be theirs, no code is needed with it. */
  phone: z.string().nullable(),
  phone_proved: z.boolean(),
  results: z.array(FreeSlot),
});
export type TourOffer = z.output<typeof TourOffer>;

/** What stands in a calendar. */
export const ScheduleEntry = z.object({
  id: z.number(),
  kind: z.enum(['tour', 'viewing', 'inspection']),
  code: z.string(),
  /** Of a group viewing: how many come, of how many. */
  taken: z.number(),
  capacity: z.number(),
  starts_at: moment,
  ends_at: moment,
  status: stateSchema(tourMachine).nullable(),
  /** Of an inspection: what for. */
  inspection: z.enum(inspectionKinds).nullable(),
  title: z.string(),
  visitor: z.string().nullable(),
  place: z.string(),
  mode: z.enum(modes),
  host: z.object({ id: z.number(), name: z.string() }).nullable(),
  may_move: z.boolean(),
  revision: z.number(),
});
export type ScheduleEntry = z.output<typeof ScheduleEntry>;

/** A viewing several may come to, and who does. */
export const GroupViewing = z.object({
  id: z.number(),
  listing: z.object({ id: z.number(), code: z.string(), title: z.string() }),
  place: z.string(),
  starts_at: moment,
  ends_at: moment,
  mode: z.enum(modes),
  meeting: z.string(),
  taken: z.number(),
  capacity: z.number(),
  host: z.object({ id: z.number(), name: z.string() }),
  closed: z.boolean(),
  may_close: z.boolean(),
  tours: z.array(z.object({ id: z.number(), name: z.string(), people: z.number(), status: stateSchema(tourMachine) })),
});
export type GroupViewing = z.output<typeof GroupViewing>;

/** A visit to the home one lives in, which is asked for first: without whose. */
export const HomeVisit = z.object({
  id: z.number(),
  title: z.string(),
  place: z.string(),
  host: z.string(),
  company: z.string(),
  people: z.number(),
  starts_at: moment,
  ends_at: moment,
  status: stateSchema(tourMachine),
  consent: z.enum(consents),
  note: z.string(),
  /** Whether it can still be answered. */
  may_answer: z.boolean(),
});
export type HomeVisit = z.output<typeof HomeVisit>;
