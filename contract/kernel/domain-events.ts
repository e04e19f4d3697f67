import type { LeadStep } from '#contract/thread/steps.ts';

/**
 * Domain events that other modules handle in the same transaction. A module declares its handlers in `follows` of its server module; the publisher
 * calls `publishEvent()` and knows no handler. Work that may run later is a job instead.
 */
export type DomainEvents = {
  /**
   * An enquiry progressed: the conversation records the step, and the lead's stage changes. `what` is a name in contract/thread/steps.ts; `about`
   * holds the parameters of its sentence.
   */
  'lead.step': { readonly leadId: number; readonly what: LeadStep; readonly about: Readonly<Record<string, string | number | null>> };
  'bid.accepted': { readonly bidId: number };
  'booking.approved': { readonly bookingId: number; readonly unitId: number };
  'booking.paid': { readonly bookingId: number };
  'booking.released': { readonly bookingId: number; readonly unitId: number; readonly why: 'expired' | 'canceled' };
  /** A tenancy was created. It has not begun, unless the unit was already occupied. */
  'tenancy.made': { readonly tenancyId: number; readonly bookingId: number | null };
  'tenancy.withdrawn': { readonly tenancyId: number; readonly unitId: number; readonly bookingId: number | null };
  'tenancy.activated': { readonly tenancyId: number; readonly unitId: number; readonly bookingId: number | null };
  /** A notice was received with a document, which is stored with the documents of the tenancy. */
  'tenancy.notice': { readonly tenancyId: number; readonly companyId: number; readonly fileId: number; readonly name: string };
  'tenancy.leaving': { readonly tenancyId: number; readonly unitId: number; readonly on: string | null };
  'tenancy.ended': { readonly tenancyId: number; readonly unitId: number };
  /** From a day on, a person joined or left the tenancy, or pays another share. */
  'tenancy.people_changed': { readonly tenancyId: number; readonly from: string };
  /** A renewal was accepted, or recorded for tenants who cannot answer themselves. */
  'tenancy.renewed': { readonly tenancyId: number };
  'tenancy.terms_changed': { readonly tenancyId: number };
  /** The tenancy has another landlord: its home was sold, or the tenants moved to a home that was. */
  'tenancy.handed_over': {
    readonly tenancyId: number;
    readonly fromCompany: number;
    readonly toCompany: number;
    readonly why: 'the home was sold' | 'the tenancy moved to another unit';
  };
  'tenancy.transferred': { readonly tenancyId: number; readonly fromUnit: number; readonly toUnit: number };
  'agreement.sealed': { readonly agreementId: number; readonly tenancyId: number };
  'agreement.fell': { readonly agreementId: number; readonly tenancyId: number; readonly why: 'expired' | 'rejected' | 'void' };
  /** A lease was rejected or expired and no new version was sent in time, so the reservation for it is released. */
  'agreement.unsettled': {
    readonly agreementId: number;
    readonly tenancyId: number;
    readonly bookingId: number | null;
    readonly propertyId: number;
    readonly unitId: number;
  };
  /**
   * An invoice was issued, so tenant credit may be allocated to it. For an invoice of a run the event follows a little later, and may be repeated.
   */
  'invoice.issued': { readonly invoiceId: number };
  /** The invoice has no balance due any more. */
  'invoice.paid': { readonly invoiceId: number };
  /** An invoice is about to lapse with its booking: the payments allocated to it become tenant credit first. */
  'invoice.lapsing': { readonly invoiceId: number };
  /** A credit note returned part of a paid line to the tenant's credit: commission on that part is reversed. */
  'invoice.credited': OfLine & { readonly creditNoteId: number };
  /** A tenant disputed a meter reading on an invoice line, or the dispute was resolved. */
  'meter.asked': { readonly queryId: number; readonly invoiceLineId: number; readonly text: string };
  'meter.settled': { readonly queryId: number; readonly invoiceLineId: number; readonly outcome: string };
  /** An account is about to be closed by another person. A module refuses if it holds the account's money or a lease. */
  'account.removing': { readonly personId: number };
  'unit.frozen': { readonly unitId: number };
  'unit.thawed': { readonly unitId: number };
  'unit.works': { readonly unitId: number };
  /** The unit has no occupant and no other block: the next person on the waiting list gets it. */
  'unit.freed': { readonly unitId: number };
  /** Makao froze a whole property, or ended the freeze. */
  'property.frozen': { readonly propertyId: number };
  'property.thawed': { readonly propertyId: number };
  /** A property was verified or rejected. */
  'property.decided': { readonly propertyId: number };
  'listing.frozen': { readonly listingId: number };
  'listing.thawed': { readonly listingId: number };
  /** Makao suspended the account holder of a company; with the last verified one, all its staff. */
  'account.held_back': { readonly personIds: readonly number[] };
  'mandate.ended': { readonly ownerCompanyId: number; readonly agentCompanyId: number; readonly propertyIds: readonly number[] };
  /** A listing was closed, for any reason. */
  'listing.closed': { readonly listingId: number };
  /** A whole property has a new owner: it was sold to a buyer without a company in Makao, or transferred to the next owner. */
  'property.sold': { readonly propertyId: number; readonly fromCompany: number; readonly toCompany: number | null };
  /** Facts about a company's relation to a person changed; the tenant module computes the new status. */
  'tenant.facts': { readonly tenantId: number };
  /** Two relations of a company to one person were merged: references to the first now refer to the second. */
  'tenant.merged': { readonly from: number; readonly into: number };
  /** A person accepted a company's invitation at the address it was sent to, and is now known to the company. */
  'invitation.accepted': {
    readonly kind: string;
    readonly companyId: number;
    readonly personId: number;
    readonly phone: string | null;
    readonly email: string | null;
  };
  /** Part of a payment was put against a line of an invoice. */
  'payment.allocated': Allocated;
  /** The allocation was removed: the payment was unallocated, reversed, or its booking lapsed. */
  'payment.unallocated': Allocated;
  /** The amount that a credit note returned to the payer; `left` remains allocated. */
  'payment.given_back': { readonly allocationId: number; readonly cents: number; readonly left: number };
  'payment.completed': {
    readonly paymentId: number;
    readonly purpose: number;
    readonly companyId: number | null;
    readonly cents: number;
    readonly forWhat: { readonly table: string; readonly id: number } | null;
  };
  'payment.reversed': { readonly paymentId: number };
  /** A person recorded the payment and it is complete: it is allocated to the given invoices. */
  'payment.recorded': {
    readonly paymentId: number;
    readonly invoiceIds: readonly number[];
    readonly home: { readonly companyId: number; readonly tenancyId: number | null; readonly bookingId: number | null };
  };
  /** No tenancy was found for the payment. The module that notifies staff does it now. */
  'payment.ownerless': { readonly paymentId: number };
  /** The payment, or its credit (`credit`), is about to become unallocated. Requests that need its approval end. */
  'payment.freeing': { readonly paymentId: number; readonly reason: string; readonly credit: boolean };
  /** The pull API reports that M-Pesa reversed it. */
  'payment.recalled': {
    readonly paymentId: number;
    readonly accountId: number;
    readonly external: string;
    readonly cents: number;
    readonly at: Date;
    readonly reason: string;
  };
  /** Credit passes to the next holder of a home. A module refuses if some of it is being refunded to the tenant. */
  'credit.handing_over': { readonly creditIds: readonly number[]; readonly home: string };
  /** Money moved between the platform's own accounts: the balances of this account are compared again. */
  'cash.moved': { readonly accountId: number };
  /** An agent must return a commission but has no balance for it: the owner's part of it is the agent's debt. */
  'commission.owed': { readonly commissionId: number; readonly companyId: number; readonly agentCompanyId: number; readonly cents: number };
  /** A featured slot was paid, in any way; `cents` is its price without VAT, `startsOn` the first of its days. */
  'featured.bought': {
    readonly bookingId: number;
    readonly paymentId: number | null;
    readonly companyId: number;
    readonly cents: number;
    readonly startsOn: string;
  };
  /** This amount, without VAT, is refunded because the slot was not used. */
  'featured.back': { readonly bookingId: number; readonly cents: number };
  /** Visits of one minute that began at a featured card, by listing. */
  'listing.visited': { readonly visits: readonly { readonly listingId: number; readonly n: number }[] };
  /** M-Pesa's result of a payout. The payment module stores the inbound event; the sender finds its transfer by `originator` or `conversationId`. */
  'payout.answered': {
    readonly conversationId: string | null;
    readonly originator: string | null;
    /** The result code as text; `timeout` where the queue gave up, `failed` where the status query of M-Pesa reports a failure. */
    readonly code: string;
    readonly receipt: string | null;
    readonly text: string;
    /** The paid amount, if M-Pesa reports it. */
    readonly cents: number | null;
  };
  /** A bank or paybill statement shows an outgoing payment that is not in the ledger yet. The module that sent it recognises its code or number. */
  'statement.went': {
    readonly accountId: number;
    readonly rail: 'mpesa' | 'bank';
    readonly day: string;
    readonly cents: number;
    readonly reference: string;
    readonly details: string;
  };
  /** A bank or paybill statement shows incoming money whose reference is a transfer of Makao: a payout was returned. */
  'statement.returned': DomainEvents['statement.went'];
  /** A person states that a refund was sent by M-Pesa with this code. A module that sent other money with the code refuses. */
  'refund.proving': { readonly number: string };
};
/** Money on one line of an invoice, and its owner. */
type OfLine = {
  readonly invoiceId: number;
  readonly lineId: number;
  readonly lineKind: string;
  readonly companyId: number;
  readonly agentCompanyId: number | null;
  readonly propertyId: number;
  readonly tenancyId: number | null;
  readonly fund: 'C' | 'M';
  readonly cents: number;
  readonly on: string;
};
type Allocated = OfLine & {
  readonly allocationId: number;
  /** Null: from tenant credit of a credit note. */
  readonly paymentId: number | null;
};
export type DomainEventName = keyof DomainEvents;
