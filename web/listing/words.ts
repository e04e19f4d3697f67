import type { Furnishing, powerTypes, waterSources } from '#contract/catalogue/kinds.ts';
import type { MoveOf, StateOf } from '#contract/kernel/machine.ts';
import type { Closing, ReadinessKey } from '#contract/listing/kinds.ts';
import type { listingMachine } from '#contract/listing/machine.ts';
import type { QualityTip } from '#contract/listing/quality.ts';
import type { Tone } from '#web/ui/status.tsx';
import { m } from '#words/messages.js';

export { typeName, typeNames } from '#contract/catalogue/type-names.ts';

export type Status = StateOf<typeof listingMachine>;
export type Move = MoveOf<typeof listingMachine>;

export const statusNames: Readonly<Record<Status, { label: () => string; tone: Tone }>> = {
  draft: { label: m.listing_status_draft, tone: 'neutral' },
  review: { label: m.listing_status_review, tone: 'wait' },
  live: { label: m.listing_status_live, tone: 'good' },
  paused: { label: m.listing_status_paused, tone: 'wait' },
  closed: { label: m.listing_status_closed, tone: 'done' },
  archived: { label: m.listing_status_archived, tone: 'done' },
};
export const closingNames: Readonly<Record<Closing, () => string>> = {
  let: m.listing_closed_let,
  sold: m.listing_closed_sold,
  withdrawn: m.listing_closed_withdrawn,
};

const movedSays: Readonly<Record<Status, (given: { name: string }) => string>> = {
  draft: m.said_listing_draft,
  review: m.said_listing_review,
  live: m.said_listing_live,
  paused: m.said_listing_paused,
  closed: m.said_listing_closed,
  archived: m.said_listing_archived,
};
/** What a move made of a listing; one that waits for what it lacks is a draft as before. */
export const movedSaid = ({ title: name, status, wanted }: { title: string; status: Status; wanted: boolean }): string =>
  (wanted ? m.said_listing_waits : movedSays[status])({ name });

type Asked = { verb: () => string; asks?: (given: { title: string }) => string; tells?: () => string };
/** What a move is called, asks and says will happen. Those the clock makes are only named in the history. */
export const moveWords: Readonly<Record<Move, Asked>> = {
  publish: { verb: m.listing_publish, asks: m.listing_publish_ask, tells: m.listing_publish_text },
  submit: { verb: m.listing_submit },
  approve: { verb: m.listing_approve, asks: m.listing_approve_ask, tells: m.listing_approve_text },
  decline: { verb: m.listing_decline, asks: m.listing_decline_ask, tells: m.listing_decline_text },
  pause: { verb: m.listing_pause, asks: m.listing_pause_ask, tells: m.listing_pause_text },
  force: { verb: m.listing_force, asks: m.listing_force_ask, tells: m.listing_force_text },
  resume: { verb: m.listing_resume, asks: m.listing_resume_ask, tells: m.listing_resume_text },
  hold: { verb: m.listing_hold },
  wake: { verb: m.listing_wake },
  unclose: { verb: m.listing_unclose },
  close: { verb: m.listing_close, asks: m.listing_close_ask, tells: m.listing_close_text },
  archive: { verb: m.listing_archive, asks: m.listing_archive_ask, tells: m.listing_archive_text },
  reopen: { verb: m.listing_reopen, asks: m.listing_reopen_ask, tells: m.listing_reopen_text },
};
export const moveName = (move: string): string => (move in moveWords ? moveWords[move as Move].verb() : move);

export const readinessWords: Readonly<Record<Exclude<ReadinessKey, 'pictures'>, () => string>> = {
  pin: m.listing_ready_pin,
  price: m.listing_ready_price,
  verified: m.listing_ready_verified,
  not_stalled: m.listing_ready_not_stalled,
  holder: m.listing_ready_holder,
  vacant: m.listing_ready_vacant,
  only: m.listing_ready_only,
  not_held: m.listing_ready_not_held,
  genuine: m.listing_ready_genuine,
  plan: m.listing_ready_plan,
};
export const readinessWord = (key: ReadinessKey, have: number | null, need: number | null): string =>
  key === 'pictures' ? m.listing_ready_pictures({ have: have ?? 0, need: need ?? 0 }) : readinessWords[key]();

export const furnishedNames: Readonly<Record<Furnishing, () => string>> = {
  unfurnished: m.listing_furnished_unfurnished,
  semi: m.listing_furnished_semi,
  furnished: m.listing_furnished_furnished,
};
export const waterNames: Readonly<Record<(typeof waterSources)[number], () => string>> = {
  county: m.listing_water_county,
  bowser: m.listing_water_bowser,
};
export const powerNames: Readonly<Record<(typeof powerTypes)[number], () => string>> = {
  prepaid: m.listing_power_prepaid,
  postpaid: m.listing_power_postpaid,
  submeter: m.listing_power_submeter,
  solar: m.listing_power_solar,
};

export const tipWords: Readonly<Record<QualityTip, () => string>> = {
  pictures: m.listing_tip_pictures,
  description: m.listing_tip_description,
  pin: m.listing_tip_pin,
  amenities: m.listing_tip_amenities,
  charges: m.listing_tip_charges,
  plan: m.listing_tip_plan,
  video: m.listing_tip_video,
  kiswahili: m.listing_tip_kiswahili,
  contact: m.listing_tip_contact,
  confirm: m.listing_tip_confirm,
};
