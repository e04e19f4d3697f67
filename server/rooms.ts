import type { CallShape } from '#contract/kernel/call.ts';
import { enlistTexts } from '#server/kernel/generated/event-texts.ts';
import { abuseRoom } from './abuse/room.ts';
import { accessRoom } from './access/room.ts';
import { agentsRoom } from './agents/room.ts';
import { agreementRoom } from './agreement/room.ts';
import { applicationRoom } from './application/room.ts';
import { artRoom } from './art/room.ts';
import { auditRoom } from './audit/room.ts';
import { bankStatementRoom } from './bank-statement/room.ts';
import { bidRoom } from './bid/room.ts';
import { bookingRoom } from './booking/room.ts';
import { careersRoom } from './careers/room.ts';
import { collectionRoom } from './collection/room.ts';
import { commissionRoom } from './commission/room.ts';
import { darajaRoom } from './daraja/room.ts';
import { featuredRoom } from './featured/room.ts';
import { findingRoom } from './finding/room.ts';
import { homeRoom } from './home/room.ts';
import { sweepOnce } from './http/once.ts';
import type { Route } from './http/registry.ts';
import { sweep } from './http/throttle.ts';
import { enlistClosing } from './identity/closing.ts';
import { enlistHoldings } from './identity/export.ts';
import { identityRoom } from './identity/room.ts';
import { inspectionRoom } from './inspection/room.ts';
import { intakeRoom } from './intake/room.ts';
import { invitationRoom } from './invitation/room.ts';
import { invoiceRoom } from './invoice/room.ts';
import type { Handlers, HandlersMany } from './jobs/queue.ts';
import { jobsRoom } from './jobs/room.ts';
import type { Job } from './jobs/scheduler.ts';
import { enlistAsked } from './kernel/asked.ts';
import { enlistFollows } from './kernel/happen.ts';
import type { House } from './kernel/house.ts';
import { enlistLookups } from './kernel/lookups.ts';
import { enlistPromised, enlistPromisedOfCredits } from './kernel/promised.ts';
import { enlistProofs } from './kernel/proofs.ts';
import { enlistReferences } from './kernel/references.ts';
import type { CallTable, ServerRoom } from './kernel/room.ts';
import { enlistScopes } from './kernel/scope.ts';
import { enlistSources } from './kernel/sources.ts';
import { enlistWaits } from './kernel/waits.ts';
import { leadRoom } from './lead/room.ts';
import { ledgerRoom } from './ledger/room.ts';
import { listingRoom } from './listing/room.ts';
import { livingRoom } from './living/room.ts';
import { locationRoom } from './location/room.ts';
import { matchingRoom } from './matching/room.ts';
import { mediaRoom } from './media/room.ts';
import { meterRoom } from './meter/room.ts';
import { notificationRoom } from './notification/room.ts';
import { paperRoom } from './paper/room.ts';
import { paymentRoom } from './payment/room.ts';
import { enlistLockOut } from './people/lock-out.ts';
import { peopleRoom } from './people/room.ts';
import { policyRoom } from './policy/room.ts';
import { portalRoom } from './portal/room.ts';
import { portfolioRoom } from './portfolio/room.ts';
import { promotionRoom } from './promotion/room.ts';
import { propertyRoom } from './property/room.ts';
import { ratingRoom } from './rating/room.ts';
import { referenceRoom } from './reference/room.ts';
import { refundRoom } from './refund/room.ts';
import { revenueRoom } from './revenue/room.ts';
import { reviewRoom } from './review/room.ts';
import { savedViewRoom } from './saved-view/room.ts';
import { searchRoom } from './search/room.ts';
import { settlementRoom } from './settlement/room.ts';
import { stayRoom } from './stay/room.ts';
import { taxonomyRoom } from './taxonomy/room.ts';
import { tenancyRoom } from './tenancy/room.ts';
import { tenantRoom } from './tenant/room.ts';
import { threadRoom } from './thread/room.ts';
import { tourRoom } from './tour/room.ts';
import { treasuryRoom } from './treasury/room.ts';
import { unitRoom } from './unit/room.ts';
import { walletRoom } from './wallet/room.ts';

/** Every room, a line each, in the order they are registered and demo data is filled. Who may use whom: server/order.ts. */
export const rooms: Readonly<Record<string, ServerRoom>> = {
  identity: identityRoom,
  people: peopleRoom,
  home: homeRoom,
  policy: policyRoom,
  access: accessRoom,
  invitation: invitationRoom,
  location: locationRoom,
  taxonomy: taxonomyRoom,
  rating: ratingRoom,
  property: propertyRoom,
  unit: unitRoom,
  intake: intakeRoom,
  media: mediaRoom,
  listing: listingRoom,
  lead: leadRoom,
  promotion: promotionRoom,
  stay: stayRoom,
  daraja: darajaRoom,
  tenant: tenantRoom,
  thread: threadRoom,
  tour: tourRoom,
  bid: bidRoom,
  application: applicationRoom,
  booking: bookingRoom,
  tenancy: tenancyRoom,
  meter: meterRoom,
  portfolio: portfolioRoom,
  paper: paperRoom,
  living: livingRoom,
  agreement: agreementRoom,
  inspection: inspectionRoom,
  ledger: ledgerRoom,
  invoice: invoiceRoom,
  treasury: treasuryRoom,
  collection: collectionRoom,
  matching: matchingRoom,
  refund: refundRoom,
  bankStatement: bankStatementRoom,
  payment: paymentRoom,
  commission: commissionRoom,
  wallet: walletRoom,
  settlement: settlementRoom,
  search: searchRoom,
  careers: careersRoom,
  agents: agentsRoom,
  featured: featuredRoom,
  revenue: revenueRoom,
  finding: findingRoom,
  abuse: abuseRoom,
  notification: notificationRoom,
  review: reviewRoom,
  reference: referenceRoom,
  savedView: savedViewRoom,
  portal: portalRoom,
  art: artRoom,
  jobs: jobsRoom,
  audit: auditRoom,
};
const all = Object.values(rooms);

/** Every call by the name under which docs and tests know it; several modules may have calls under one name. */
export const callTable: CallTable = all
  .flatMap((room) => Object.entries(room.calls ?? {}))
  .reduce<Record<string, Record<string, CallShape>>>((table, [name, calls]) => Object.assign(table, { [name]: { ...table[name], ...calls } }), {});
export const routesOf = (house: House): readonly Route[] => all.flatMap((room) => room.routes?.(house, () => jobsOf(house)) ?? []);
export const handlersOf = (house: House): Handlers => Object.assign({}, ...all.map((room) => room.handlers?.(house)));
export const handlersManyOf = (house: House): HandlersMany => Object.assign({}, ...all.map((room) => room.handlersMany?.(house)));
export const jobsOf = (house: House): readonly Job[] => [
  { name: 'throttle.sweep', everyMinutes: 60, run: sweep },
  { name: 'write_once.sweep', everyMinutes: 60, run: sweepOnce },
  ...all.flatMap((room) => room.jobs?.(house) ?? []),
];

/** Said once when a house is opened; saying it again changes nothing. */
export function enlistRooms(): void {
  for (const {
    scopes = {},
    texts = {},
    holdings = {},
    lookups = {},
    closing = [],
    forget,
    lockOut,
    references,
    waits = {},
    follows = {},
    followsMany = {},
    proofs = [],
    sources = {},
    promised,
    promisedOfCredits,
    asked,
  } of all) {
    enlistFollows(follows, followsMany);
    enlistWaits(waits);
    enlistLookups(lookups);
    enlistProofs(proofs);
    enlistSources(sources);
    if (promised) enlistPromised(promised);
    if (promisedOfCredits) enlistPromisedOfCredits(promisedOfCredits);
    if (asked) enlistAsked(asked);
    enlistScopes(scopes);
    enlistTexts(texts);
    enlistHoldings(holdings);
    enlistClosing(closing, forget);
    if (lockOut) enlistLockOut(lockOut);
    if (references) enlistReferences(references);
  }
}
