import type { listingCalls } from '#contract/listing/calls.ts';
import type { Handlers } from '#server/http/registry.ts';
import type { House } from '#server/kernel/house.ts';
import { analytics } from './analytics.ts';
import { bulk } from './bulk.ts';
import { card } from './card.ts';
import { seen, still } from './confirmation.ts';
import { all, choices, details, exported, numbers, readiness } from './find.ts';
import { confirm, move } from './moves.ts';
import { create, createMany, remove, update } from './write.ts';

export { handOver } from './contact.ts';
export { countOf } from './count.ts';
export { aboveOffers, holdOffers, reviveOffers } from './held.ts';
export { answering } from './moves.ts';
export { holdReported, liftReported } from './reported.ts';
export { afterSale, holdOffer, pauseForSale } from './sale.ts';
export { stillToLet } from './whole.ts';

export const listingService = (house: House): Handlers<typeof listingCalls> => ({
  all,
  exported,
  details,
  numbers,
  readiness,
  choices,
  card,
  create,
  createMany,
  update,
  bulk,
  move,
  confirm,
  remove,
  still: still(house),
  seen: seen(house),
  analytics,
});
