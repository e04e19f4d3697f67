import { abuseRoom } from './abuse/room.ts';
import type { Document } from './access/documents.ts';
import { accessRoom } from './access/room.ts';
import { agentsRoom } from './agents/room.ts';
import { agreementRoom } from './agreement/room.ts';
import { applicationRoom } from './application/room.ts';
import { auditRoom } from './audit/room.ts';
import { bankStatementRoom } from './bank-statement/room.ts';
import { bidRoom } from './bid/room.ts';
import { bookingRoom } from './booking/room.ts';
import { careersRoom } from './careers/room.ts';
import { collectionRoom } from './collection/room.ts';
import { commissionRoom } from './commission/room.ts';
import { featuredRoom } from './featured/room.ts';
import { findingRoom } from './finding/room.ts';
import { homeRoom } from './home/room.ts';
import { identityRoom } from './identity/room.ts';
import { inspectionRoom } from './inspection/room.ts';
import { intakeRoom } from './intake/room.ts';
import { invitationRoom } from './invitation/room.ts';
import { invoiceRoom } from './invoice/room.ts';
import { jobsRoom } from './jobs/room.ts';
import type { Payload } from './kernel/payload.ts';
import { leadRoom } from './lead/room.ts';
import { ledgerRoom } from './ledger/room.ts';
import { listingRoom } from './listing/room.ts';
import { livingRoom } from './living/room.ts';
import { locationRoom } from './location/room.ts';
import { mapRoom } from './map/room.ts';
import { matchingRoom } from './matching/room.ts';
import { mediaRoom } from './media/room.ts';
import { meterRoom } from './meter/room.ts';
import { notificationRoom } from './notification/room.ts';
import { paperRoom } from './paper/room.ts';
import { paymentRoom } from './payment/room.ts';
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
import { settlementRoom } from './settlement/room.ts';
import { taxonomyRoom } from './taxonomy/room.ts';
import { tenancyRoom } from './tenancy/room.ts';
import { tenantRoom } from './tenant/room.ts';
import { threadRoom } from './thread/room.ts';
import { tourRoom } from './tour/room.ts';
import { treasuryRoom } from './treasury/room.ts';
import { unitRoom } from './unit/room.ts';
import { walletRoom } from './wallet/room.ts';

/** Every room, a line each. Screens, machines, audit documents, events and topics are gathered from here; the order is that of the docs. */
export const rooms = {
  home: homeRoom,
  identity: identityRoom,
  people: peopleRoom,
  invitation: invitationRoom,
  policy: policyRoom,
  portal: portalRoom,
  audit: auditRoom,
  access: accessRoom,
  property: propertyRoom,
  unit: unitRoom,
  intake: intakeRoom,
  listing: listingRoom,
  lead: leadRoom,
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
  promotion: promotionRoom,
  media: mediaRoom,
  map: mapRoom,
  agents: agentsRoom,
  careers: careersRoom,
  featured: featuredRoom,
  revenue: revenueRoom,
  finding: findingRoom,
  abuse: abuseRoom,
  taxonomy: taxonomyRoom,
  location: locationRoom,
  rating: ratingRoom,
  review: reviewRoom,
  notification: notificationRoom,
  jobs: jobsRoom,
  reference: referenceRoom,
} as const;

type Rooms = typeof rooms;
/** What the rooms say under one heading, as a union. */
type Declared<K extends string> = { [R in keyof Rooms]: Rooms[R] extends Readonly<Record<K, infer V>> ? V : never }[keyof Rooms];
type KeysOf<U> = U extends unknown ? keyof U & string : never;
type ValueOf<U, K extends string> = U extends Readonly<Record<K, infer V>> ? V : never;

export type ScreenKey = {
  [R in keyof Rooms]: Rooms[R] extends { readonly screens: infer S } ? `${R & string}.${keyof S & string}` : never;
}[keyof Rooms];
/** Tables whose status is kept by a machine. */
export type MachineTable = Declared<'machines'>[number]['table'];
/** What an audit row may be about: a permission document, or one of ours that no permission names. */
export type AuditDocument = Document | KeysOf<Declared<'audits'>>;
export type EventGroup = KeysOf<Declared<'groups'>>;
export type EventName = KeysOf<Declared<'events'>>;
export type EventParams<E extends EventName> = E extends EventName
  ? ValueOf<Declared<'events'>, E> extends { readonly params: Payload<infer P> }
    ? P
    : never
  : never;
export type Topics = { [T in KeysOf<Declared<'topics'>>]: ValueOf<Declared<'topics'>, T> extends Payload<infer P> ? P : never };
