import { z } from 'zod';
import { inspectionKinds } from '#contract/inspection/kinds.ts';
import { moment, rowCompanyFields } from '#contract/kernel/list.ts';
import { moveSchema, stateSchema } from '#contract/kernel/machine-schemas.ts';
import { occupantConsentStatuses, tourConfirmationKinds, tourFeedbackPrices, tourFeedbackReasons, tourModes, tourVisitorActions } from './kinds.ts';
import { tourMachine } from './machine.ts';

const Named = z.object({ id: z.number(), code: z.string(), name: z.string() });
/** A visitor's feedback on the home. */
export const TourFeedbackInput = z.strictObject({
  liked: z.boolean(),
  reasons: z.array(z.enum(tourFeedbackReasons)).max(tourFeedbackReasons.length),
  price: z.enum(tourFeedbackPrices).nullable(),
  note: z.string().trim().max(500),
});
const common = {
  code: z.string(),
  status: stateSchema(tourMachine),
  kind: z.enum(tourConfirmationKinds),
  mode: z.enum(tourModes),
  group: z.boolean(),
  starts_at: moment,
  ends_at: moment,
  people: z.number(),
  notes: z.string(),
  /** The meeting point, or the address of the video call. */
  meeting: z.string(),
  consent: z.enum(occupantConsentStatuses),
  reason: z.string(),
  feedback: TourFeedbackInput.nullable(),
  moved_times: z.number(),
  revision: z.number(),
};

/** A tour as its managers see it. */
export const TourSummary = z.object({
  id: z.number(),
  ...common,
  name: z.string(),
  /** Null until the tour is confirmed: a visitor with only a request may not be called. */
  phone: z.string().nullable(),
  host: z.object({ id: z.number(), name: z.string() }),
  listing: z.object({ id: z.number(), code: z.string(), title: z.string() }),
  property: Named,
  unit: z.string().nullable(),
  lapse_at: moment.nullable(),
  checked_in_at: moment.nullable(),
  /** The distance of the host's phone from the property at check-in, in metres; null if unknown. */
  check_in_m: z.number().nullable(),
  /** The occupant's note: why not, or when it would suit. */
  consent_note: z.string(),
  contested_at: moment.nullable(),
  ...rowCompanyFields,
  /** What the caller may do now; another time is `reschedule`. */
  moves: z.array(moveSchema(tourMachine)),
  may_move: z.boolean(),
  may_reassign: z.boolean(),
});
export type TourSummary = z.output<typeof TourSummary>;

/** A tour as its visitor sees it. */
export const VisitorTour = z.object({
  ...common,
  id: z.number(),
  name: z.string(),
  title: z.string(),
  listing_id: z.number(),
  place: z.string(),
  /** The value is set after the tour is confirmed. */
  map: z.object({ lat: z.number(), lng: z.number() }).nullable(),
  host: z.object({ name: z.string(), phone: z.string().nullable() }),
  /** The code the visitor gives the host at the door. */
  check_in_code: z.string().nullable(),
  /** The page of the home, while it is listed. */
  home: z.string().nullable(),
  /** The calendar file, once the tour is confirmed. */
  calendar: z.string().nullable(),
  may: z.array(z.enum(tourVisitorActions)),
  /** The address of the application for the visited home, while it is available. */
  apply: z.string().nullable(),
});
export type VisitorTour = z.output<typeof VisitorTour>;

export const FreeSlot = z.object({ from: moment, to: moment, group: z.boolean(), left: z.number() });
export type FreeSlot = z.output<typeof FreeSlot>;

/** The data of the booking page. */
export const TourBookingOptions = z.object({
  listing_id: z.number(),
  title: z.string(),
  place: z.string(),
  /** Null while no viewing hours are set for the home. */
  host: z.string().nullable(),
  minutes: z.number(),
  instant: z.boolean(),
  occupied: z.boolean(),
  /** The number of the caller's account. If it is proven, no code is needed for it. */
  phone: z.string().nullable(),
  phone_proved: z.boolean(),
  results: z.array(FreeSlot),
});
export type TourBookingOptions = z.output<typeof TourBookingOptions>;

/** An entry of the calendar. */
export const ScheduleEntry = z.object({
  id: z.number(),
  kind: z.enum(['tour', 'viewing', 'inspection']),
  code: z.string(),
  /** Of a group viewing: the places taken and the places in all. */
  taken: z.number(),
  capacity: z.number(),
  starts_at: moment,
  ends_at: moment,
  status: stateSchema(tourMachine).nullable(),
  /** Of an inspection: its kind. */
  inspection: z.enum(inspectionKinds).nullable(),
  title: z.string(),
  visitor: z.string().nullable(),
  place: z.string(),
  mode: z.enum(tourModes),
  host: z.object({ id: z.number(), name: z.string() }).nullable(),
  may_move: z.boolean(),
  revision: z.number(),
});
export type ScheduleEntry = z.output<typeof ScheduleEntry>;

/** A group viewing with its visitors. */
export const GroupTour = z.object({
  id: z.number(),
  listing: z.object({ id: z.number(), code: z.string(), title: z.string() }),
  place: z.string(),
  starts_at: moment,
  ends_at: moment,
  mode: z.enum(tourModes),
  meeting: z.string(),
  taken: z.number(),
  capacity: z.number(),
  host: z.object({ id: z.number(), name: z.string() }),
  closed: z.boolean(),
  may_close: z.boolean(),
  tours: z.array(z.object({ id: z.number(), name: z.string(), people: z.number(), status: stateSchema(tourMachine) })),
});
export type GroupTour = z.output<typeof GroupTour>;

/** A visit to the occupant's home that needs their consent, without the visitor's identity. */
export const OccupiedHomeTour = z.object({
  id: z.number(),
  title: z.string(),
  place: z.string(),
  host: z.string(),
  company: z.string(),
  people: z.number(),
  starts_at: moment,
  ends_at: moment,
  status: stateSchema(tourMachine),
  consent: z.enum(occupantConsentStatuses),
  note: z.string(),
  /** Whether it can still be answered. */
  may_answer: z.boolean(),
});
export type OccupiedHomeTour = z.output<typeof OccupiedHomeTour>;
