import type { LeadStep } from '#contract/thread/steps.ts';

/**
 * What happens in leasing that other rooms follow in the same transaction. A room says what it does then
 * (`follows` of its server room); whoever brings it about says `happened()` and knows nobody who follows. Jobs are for what may come later.
 */
export type Happenings = {
  /**
   * Something became of an enquiry: the conversation says it, and the lead's stage follows. `what` is a name of
   * contract/thread/steps.ts; `about` what its sentence needs.
   */
  'lead.step': { readonly leadId: number; readonly what: LeadStep; readonly about: Readonly<Record<string, string | number | null>> };
  'bid.accepted': { readonly bidId: number };
  'booking.approved': { readonly bookingId: number; readonly unitId: number };
  'booking.paid': { readonly bookingId: number };
  'booking.released': { readonly bookingId: number; readonly unitId: number; readonly why: 'expired' | 'canceled' };
  /** A tenancy came about; it has not begun, unless it was lived in already. */
  'tenancy.made': { readonly tenancyId: number; readonly bookingId: number | null };
  'tenancy.withdrawn': { readonly tenancyId: number; readonly unitId: number; readonly bookingId: number | null };
  'tenancy.activated': { readonly tenancyId: number; readonly unitId: number; readonly bookingId: number | null };
  /** A paper about leaving came with it: it is kept with the tenancy's papers. */
  'tenancy.notice': { readonly tenancyId: number; readonly companyId: number; readonly fileId: number; readonly name: string };
  'tenancy.leaving': { readonly tenancyId: number; readonly unitId: number; readonly on: string | null };
  'tenancy.ended': { readonly tenancyId: number; readonly unitId: number };
  /** Somebody left or joined, or pays another share, from a day on. */
  'tenancy.people_changed': { readonly tenancyId: number; readonly from: string };
  /** Another term was accepted, or written down for who cannot answer. */
  'tenancy.renewed': { readonly tenancyId: number };
  'tenancy.terms_changed': { readonly tenancyId: number };
  /** It has another holder: its home was sold, or they moved to one that was. */
  'tenancy.handed_over': {
    readonly tenancyId: number;
    readonly fromCompany: number;
    readonly toCompany: number;
    readonly why: 'the home was sold' | 'the tenancy moved to another unit';
  };
  'tenancy.transferred': { readonly tenancyId: number; readonly fromUnit: number; readonly toUnit: number };
  'agreement.sealed': { readonly agreementId: number; readonly tenancyId: number };
  'agreement.fell': { readonly agreementId: number; readonly tenancyId: number; readonly why: 'expired' | 'rejected' | 'void' };
  /** A lease was rejected or ran out, and no new version came in time: what was held for it is let go. */
  'agreement.unsettled': {
    readonly agreementId: number;
    readonly tenancyId: number;
    readonly bookingId: number | null;
    readonly propertyId: number;
    readonly unitId: number;
  };
  /** An invoice was issued: what the tenant has over may be put to it. Of a run it comes a little later, and may come twice. */
  'invoice.issued': { readonly invoiceId: number };
  /** Nothing of an invoice is open any more. */
  'invoice.paid': { readonly invoiceId: number };
  /** An invoice is about to lapse with its booking: what was put to it goes back to the tenant's credit first. */
  'invoice.lapsing': { readonly invoiceId: number };
  /** Of a line that was paid something was given back to the tenant's credit: commission on it falls. */
  'invoice.credited': OfLine & { readonly creditNoteId: number };
  /** Somebody says that what a meter measured, and stands on a line of an invoice, cannot be; and what came of it. */
  'meter.asked': { readonly queryId: number; readonly invoiceLineId: number; readonly text: string };
  'meter.settled': { readonly queryId: number; readonly invoiceLineId: number; readonly outcome: string };
  /** An account is about to be closed by somebody else: whoever holds money of it, or a lease, refuses. */
  'account.removing': { readonly personId: number };
  'unit.frozen': { readonly unitId: number };
  'unit.thawed': { readonly unitId: number };
  'unit.works': { readonly unitId: number };
  /** Nobody has it any more and nothing keeps it back: whoever waits for it comes next. */
  'unit.freed': { readonly unitId: number };
  /** The platform froze a whole property, or let it go. */
  'property.frozen': { readonly propertyId: number };
  'property.thawed': { readonly propertyId: number };
  /** A property was verified or turned down. */
  'property.decided': { readonly propertyId: number };
  'listing.frozen': { readonly listingId: number };
  'listing.thawed': { readonly listingId: number };
  /** The platform holds back who leads a company; with the last who is verified, all who work there. */
  'account.held_back': { readonly personIds: readonly number[] };
  'mandate.ended': { readonly ownerCompanyId: number; readonly agentCompanyId: number; readonly propertyIds: readonly number[] };
  /** An offer is over, for whatever reason. */
  'listing.closed': { readonly listingId: number };
  /** A whole property changed hands: by its sale, whose buyer has no company here yet, or when it was handed to its next holder. */
  'property.sold': { readonly propertyId: number; readonly fromCompany: number; readonly toCompany: number | null };
  /** Facts about a company's relation to somebody changed; the tenant room works out what they are now. */
  'tenant.facts': { readonly tenantId: number };
  /** Two relations of a company to one person became one: what points to the first points to the second. */
  'tenant.merged': { readonly from: number; readonly into: number };
  /** Somebody came by a company's invitation, which was read where it was sent to, and is known to it from now on. */
  'invitation.accepted': {
    readonly kind: string;
    readonly companyId: number;
    readonly personId: number;
    readonly phone: string | null;
    readonly email: string | null;
  };
  /** Part of a payment was put against a line of an invoice. */
  'payment.allocated': Allocated;
  /** It was taken off again: unmatched, reversed, or its booking lapsed. */
  'payment.unallocated': Allocated;
  /** So much of it a credit note gave back to who paid; `left` of it stays. */
  'payment.given_back': { readonly allocationId: number; readonly cents: number; readonly left: number };
  'payment.completed': {
    readonly paymentId: number;
    readonly purpose: number;
    readonly companyId: number | null;
    readonly cents: number;
    readonly forWhat: { readonly table: string; readonly id: number } | null;
  };
  'payment.reversed': { readonly paymentId: number };
  /** A person wrote down that it was paid, and it is complete: it is put to what it is for. */
  'payment.recorded': {
    readonly paymentId: number;
    readonly invoiceIds: readonly number[];
    readonly home: { readonly companyId: number; readonly tenancyId: number | null; readonly bookingId: number | null };
  };
  /** It was looked at and nobody was found for it: whoever tells of it tells now. */
  'payment.ownerless': { readonly paymentId: number };
  /** All of it, or what of it is credit (`credit`), is about to be nobody's again: what waits for a second person out of that ends. */
  'payment.freeing': { readonly paymentId: number; readonly reason: string; readonly credit: boolean };
  /** Pull says that M-Pesa took it back. */
  'payment.recalled': {
    readonly paymentId: number;
    readonly accountId: number;
    readonly external: string;
    readonly cents: number;
    readonly at: Date;
    readonly reason: string;
  };
  /** Credit goes to the next holder of a home: whoever has some of it on its way to the tenant refuses. */
  'credit.handing_over': { readonly creditIds: readonly number[]; readonly home: string };
  /** Money moved between places of the platform's own: the figures of this account are compared anew. */
  'cash.moved': { readonly accountId: number };
  /** An agent gives a commission back and has not got it: what of it the owner gets stands against the agent's debt. */
  'commission.owed': { readonly commissionId: number; readonly companyId: number; readonly agentCompanyId: number; readonly cents: number };
  /** A featured place was paid for, out of whatever; `cents` is its price without VAT, `startsOn` the first of its days. */
  'featured.bought': {
    readonly bookingId: number;
    readonly paymentId: number | null;
    readonly companyId: number;
    readonly cents: number;
    readonly startsOn: string;
  };
  /** So much of it, without VAT, bought nothing after all. */
  'featured.back': { readonly bookingId: number; readonly cents: number };
  /** Visits that began at a featured card, of one minute, by offer. */
  'listing.visited': { readonly visits: readonly { readonly listingId: number; readonly n: number }[] };
  /** What M-Pesa says became of a payout: the payment room keeps the arrival, whoever sent the payout knows it by `originator` or `conversationId`. */
  'payout.answered': {
    readonly conversationId: string | null;
    readonly originator: string | null;
    /** The result code as text; `timeout` where the queue gave up, `failed` where M-Pesa was asked and says that it came to nothing. */
    readonly code: string;
    readonly receipt: string | null;
    readonly text: string;
    /** What M-Pesa says it paid, where it says so. */
    readonly cents: number | null;
  };
  /** A statement of ours shows money that left and that the books do not know yet: whoever sent it knows it by its code or number. */
  'statement.went': {
    readonly accountId: number;
    readonly rail: 'mpesa' | 'bank';
    readonly day: string;
    readonly cents: number;
    readonly reference: string;
    readonly details: string;
  };
  /** The same of money that came in and says that it was sent by us: what was paid out came back. */
  'statement.returned': Happenings['statement.went'];
  /** Somebody says that a refund went by M-Pesa under this number: whoever sent another thing under it refuses. */
  'refund.proving': { readonly number: string };
};
/** Money on one line of an invoice, and whose it is. */
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
  /** Null: out of credit that a credit note gave. */
  readonly paymentId: number | null;
};
export type Happening = keyof Happenings;
