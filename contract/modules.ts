import { abuseModule } from './abuse/module.ts';
import type { PermissionDocument } from './access/documents.ts';
import { accessModule } from './access/module.ts';
import { accountingModule } from './accounting/module.ts';
import { agentsModule } from './agents/module.ts';
import { agreementModule } from './agreement/module.ts';
import { applicationModule } from './application/module.ts';
import { approvalModule } from './approval/module.ts';
import { auditModule } from './audit/module.ts';
import { bankStatementModule } from './bank-statement/module.ts';
import { bidModule } from './bid/module.ts';
import { bookingModule } from './booking/module.ts';
import { careersModule } from './careers/module.ts';
import { cashModule } from './cash/module.ts';
import { collectionModule } from './collection/module.ts';
import { commissionModule } from './commission/module.ts';
import { featuredModule } from './featured/module.ts';
import { findingModule } from './finding/module.ts';
import { homeModule } from './home/module.ts';
import { identityModule } from './identity/module.ts';
import { inspectionModule } from './inspection/module.ts';
import { intakeModule } from './intake/module.ts';
import { invitationModule } from './invitation/module.ts';
import { invoiceModule } from './invoice/module.ts';
import { jobsModule } from './jobs/module.ts';
import type { JobPayload } from './kernel/payload.ts';
import { leadModule } from './lead/module.ts';
import { ledgerModule } from './ledger/module.ts';
import { listingModule } from './listing/module.ts';
import { livingModule } from './living/module.ts';
import { locationModule } from './location/module.ts';
import { mapModule } from './map/module.ts';
import { matchingModule } from './matching/module.ts';
import { mediaModule } from './media/module.ts';
import { meterModule } from './meter/module.ts';
import { notificationModule } from './notification/module.ts';
import { paperModule } from './paper/module.ts';
import { paymentModule } from './payment/module.ts';
import { peopleModule } from './people/module.ts';
import { policyModule } from './policy/module.ts';
import { portalModule } from './portal/module.ts';
import { portfolioModule } from './portfolio/module.ts';
import { promotionModule } from './promotion/module.ts';
import { propertyModule } from './property/module.ts';
import { ratingModule } from './rating/module.ts';
import { referenceModule } from './reference/module.ts';
import { refundModule } from './refund/module.ts';
import { revenueModule } from './revenue/module.ts';
import { reviewModule } from './review/module.ts';
import { settlementModule } from './settlement/module.ts';
import { taxonomyModule } from './taxonomy/module.ts';
import { tenancyModule } from './tenancy/module.ts';
import { tenantModule } from './tenant/module.ts';
import { threadModule } from './thread/module.ts';
import { tourModule } from './tour/module.ts';
import { treasuryModule } from './treasury/module.ts';
import { unitModule } from './unit/module.ts';
import { walletModule } from './wallet/module.ts';

/** Every module, a line each. Screens, machines, audit documents, events and topics are gathered from here; the order is that of the docs. */
export const modules = {
  home: homeModule,
  identity: identityModule,
  people: peopleModule,
  invitation: invitationModule,
  policy: policyModule,
  portal: portalModule,
  audit: auditModule,
  approval: approvalModule,
  access: accessModule,
  property: propertyModule,
  unit: unitModule,
  intake: intakeModule,
  listing: listingModule,
  lead: leadModule,
  tenant: tenantModule,
  thread: threadModule,
  tour: tourModule,
  bid: bidModule,
  application: applicationModule,
  booking: bookingModule,
  tenancy: tenancyModule,
  meter: meterModule,
  portfolio: portfolioModule,
  paper: paperModule,
  living: livingModule,
  agreement: agreementModule,
  inspection: inspectionModule,
  ledger: ledgerModule,
  invoice: invoiceModule,
  treasury: treasuryModule,
  collection: collectionModule,
  matching: matchingModule,
  refund: refundModule,
  cash: cashModule,
  bankStatement: bankStatementModule,
  payment: paymentModule,
  commission: commissionModule,
  wallet: walletModule,
  settlement: settlementModule,
  accounting: accountingModule,
  promotion: promotionModule,
  media: mediaModule,
  map: mapModule,
  agents: agentsModule,
  careers: careersModule,
  featured: featuredModule,
  revenue: revenueModule,
  finding: findingModule,
  abuse: abuseModule,
  taxonomy: taxonomyModule,
  location: locationModule,
  rating: ratingModule,
  review: reviewModule,
  notification: notificationModule,
  jobs: jobsModule,
  reference: referenceModule,
} as const;

type Modules = typeof modules;
/** The declarations of all modules of one kind, as a union type. */
type Declared<K extends string> = { [R in keyof Modules]: Modules[R] extends Readonly<Record<K, infer V>> ? V : never }[keyof Modules];
type KeysOf<U> = U extends unknown ? keyof U & string : never;
type ValueOf<U, K extends string> = U extends Readonly<Record<K, infer V>> ? V : never;

export type ScreenKey = {
  [R in keyof Modules]: Modules[R] extends { readonly screens: infer S } ? `${R & string}.${keyof S & string}` : never;
}[keyof Modules];
/** Tables whose status is kept by a machine. */
export type MachineTable = Declared<'machines'>[number]['table'];
/** What an audit row may be about: a permission document, or a document of a module that no permission names. */
export type AuditDocument = PermissionDocument | KeysOf<Declared<'audits'>>;
export type EventGroup = KeysOf<Declared<'groups'>>;
export type EventName = KeysOf<Declared<'events'>>;
export type EventParams<E extends EventName> = E extends EventName
  ? ValueOf<Declared<'events'>, E> extends { readonly params: JobPayload<infer P> }
    ? P
    : never
  : never;
export type JobTopics = { [T in KeysOf<Declared<'topics'>>]: ValueOf<Declared<'topics'>, T> extends JobPayload<infer P> ? P : never };
