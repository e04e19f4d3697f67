import type { CallShape } from '#contract/kernel/call.ts';
import { registerEventTexts } from '#server/kernel/generated/event-texts.ts';
import { abuseModule } from './abuse/module.ts';
import { accessModule } from './access/module.ts';
import { accountingModule } from './accounting/module.ts';
import { agentsModule } from './agents/module.ts';
import { agreementModule } from './agreement/module.ts';
import { applicationModule } from './application/module.ts';
import { approvalModule } from './approval/module.ts';
import { artModule } from './art/module.ts';
import { auditModule } from './audit/module.ts';
import { bankStatementModule } from './bank-statement/module.ts';
import { bidModule } from './bid/module.ts';
import { bookingModule } from './booking/module.ts';
import { careersModule } from './careers/module.ts';
import { cashModule } from './cash/module.ts';
import { collectionModule } from './collection/module.ts';
import { commissionModule } from './commission/module.ts';
import { darajaModule } from './daraja/module.ts';
import { featuredModule } from './featured/module.ts';
import { findingModule } from './finding/module.ts';
import { homeModule } from './home/module.ts';
import { deleteExpiredIdempotencyKeys } from './http/idempotency.ts';
import type { CallRoute } from './http/registry.ts';
import { deleteOldThrottles } from './http/throttle.ts';
import { registerClosingChecks } from './identity/closing.ts';
import { registerPersonalData } from './identity/export.ts';
import { identityModule } from './identity/module.ts';
import { inspectionModule } from './inspection/module.ts';
import { intakeModule } from './intake/module.ts';
import { invitationModule } from './invitation/module.ts';
import { invoiceModule } from './invoice/module.ts';
import { jobsModule } from './jobs/module.ts';
import type { BatchHandlers, JobHandlers } from './jobs/queue.ts';
import type { ScheduledJob } from './jobs/scheduler.ts';
import { registerLookups } from './kernel/lookups.ts';
import type { CallTable, ServerModule } from './kernel/module.ts';
import {
  registerOutstandingTransfers,
  registerReservedCredits,
  registerTransfersInTransit,
  registerUnapprovedAmounts,
} from './kernel/outstanding-transfers.ts';
import { registerPendingTasks } from './kernel/pending-tasks.ts';
import { registerLedgerChecks } from './kernel/proofs.ts';
import { registerEventHandlers } from './kernel/publish.ts';
import { registerReferences } from './kernel/references.ts';
import { registerRequestedActs } from './kernel/requested-acts.ts';
import { registerScopes } from './kernel/scope.ts';
import type { RunningServices } from './kernel/services.ts';
import { registerJournalSources } from './kernel/sources.ts';
import { leadModule } from './lead/module.ts';
import { ledgerModule } from './ledger/module.ts';
import { listingModule } from './listing/module.ts';
import { livingModule } from './living/module.ts';
import { locationModule } from './location/module.ts';
import { matchingModule } from './matching/module.ts';
import { mediaModule } from './media/module.ts';
import { meterModule } from './meter/module.ts';
import { notificationModule } from './notification/module.ts';
import { paperModule } from './paper/module.ts';
import { paymentModule } from './payment/module.ts';
import { registerAccessRevoker } from './people/lock-out.ts';
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
import { savedViewModule } from './saved-view/module.ts';
import { searchModule } from './search/module.ts';
import { settlementModule } from './settlement/module.ts';
import { stayModule } from './stay/module.ts';
import { taxonomyModule } from './taxonomy/module.ts';
import { tenancyModule } from './tenancy/module.ts';
import { tenantModule } from './tenant/module.ts';
import { threadModule } from './thread/module.ts';
import { tourModule } from './tour/module.ts';
import { treasuryModule } from './treasury/module.ts';
import { unitModule } from './unit/module.ts';
import { walletModule } from './wallet/module.ts';

/** Every module, in the order in which modules are registered and demo data is filled. server/order.ts defines which module may use which. */
export const modules: Readonly<Record<string, ServerModule>> = {
  identity: identityModule,
  people: peopleModule,
  home: homeModule,
  policy: policyModule,
  access: accessModule,
  invitation: invitationModule,
  location: locationModule,
  taxonomy: taxonomyModule,
  rating: ratingModule,
  property: propertyModule,
  unit: unitModule,
  intake: intakeModule,
  media: mediaModule,
  listing: listingModule,
  lead: leadModule,
  promotion: promotionModule,
  stay: stayModule,
  daraja: darajaModule,
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
  search: searchModule,
  careers: careersModule,
  agents: agentsModule,
  featured: featuredModule,
  revenue: revenueModule,
  finding: findingModule,
  abuse: abuseModule,
  notification: notificationModule,
  review: reviewModule,
  reference: referenceModule,
  savedView: savedViewModule,
  portal: portalModule,
  art: artModule,
  jobs: jobsModule,
  audit: auditModule,
  approval: approvalModule,
};
const all = Object.values(modules);

/** Every call by the name that the docs and tests use. Several modules may have calls under one name. */
export const callTable: CallTable = all
  .flatMap((module) => Object.entries(module.calls ?? {}))
  .reduce<Record<string, Record<string, CallShape>>>((table, [name, calls]) => Object.assign(table, { [name]: { ...table[name], ...calls } }), {});
export const buildCallRoutes = (services: RunningServices): readonly CallRoute[] =>
  all.flatMap((module) => module.routes?.(services, () => buildScheduledJobs(services)) ?? []);
export const buildJobHandlers = (services: RunningServices): JobHandlers => Object.assign({}, ...all.map((module) => module.handlers?.(services)));
export const buildBatchJobHandlers = (services: RunningServices): BatchHandlers =>
  Object.assign({}, ...all.map((module) => module.handlersMany?.(services)));
export const buildScheduledJobs = (services: RunningServices): readonly ScheduledJob[] => [
  { name: 'throttle.sweep', everyMinutes: 60, run: deleteOldThrottles },
  { name: 'write_once.sweep', everyMinutes: 60, run: deleteExpiredIdempotencyKeys },
  ...all.flatMap((module) => module.jobs?.(services) ?? []),
];

/** Registers the modules when services are created; calling it again changes nothing. */
export function registerModules(): void {
  for (const {
    scopes = {},
    texts = {},
    personalData = {},
    lookups = {},
    closingChecks = [],
    erasePersonalData,
    lockOut,
    references,
    pendingTasks = {},
    eventHandlers = {},
    batchEventHandlers = {},
    requestedActs = {},
    proofs = [],
    sources = {},
    outstandingTransfers,
    transfersInTransit,
    reservedCredits,
    unapprovedAmounts,
  } of all) {
    registerEventHandlers(eventHandlers, batchEventHandlers);
    registerPendingTasks(pendingTasks);
    registerLookups(lookups);
    registerRequestedActs(requestedActs);
    registerLedgerChecks(proofs);
    registerJournalSources(sources);
    if (outstandingTransfers) registerOutstandingTransfers(outstandingTransfers);
    if (transfersInTransit) registerTransfersInTransit(transfersInTransit);
    if (reservedCredits) registerReservedCredits(reservedCredits);
    if (unapprovedAmounts) registerUnapprovedAmounts(unapprovedAmounts);
    registerScopes(scopes);
    registerEventTexts(texts);
    registerPersonalData(personalData);
    registerClosingChecks(closingChecks, erasePersonalData);
    if (lockOut) registerAccessRevoker(lockOut);
    if (references) registerReferences(references);
  }
}
