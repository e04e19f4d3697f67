/** Later steps of an enquiry that its conversation shows. Each has a sentence in both languages. */
export const leadSteps = [
  'tour.requested',
  'tour.confirmed',
  'tour.moved',
  'tour.declined',
  'tour.canceled',
  'tour.attended',
  'tour.missed',
  'bid.made',
  'bid.countered',
  'bid.accepted',
  'bid.declined',
  'bid.withdrawn',
  'bid.expired',
  'booking.made',
  'booking.more_asked',
  'booking.approved',
  'booking.declined',
  'booking.paid',
  'booking.expired',
  'booking.canceled',
  'agreement.sent',
  'agreement.signed',
  'tenancy.activated',
  'sale.opened',
  'sale.completed',
  'sale.fell_through',
] as const;
export type LeadStep = (typeof leadSteps)[number];

/** The records a step can be about. */
export const leadStepRecordKinds = ['tour', 'bid', 'sale', 'booking', 'tenancy'] as const;
export type LeadStepRecordKind = (typeof leadStepRecordKinds)[number];
/** Agreements are shown with their tenancy. */
export function getLeadStepRecordKind(step: LeadStep): LeadStepRecordKind {
  const [kind = ''] = step.split('.');
  return leadStepRecordKinds.find((one) => one === kind) ?? 'tenancy';
}
