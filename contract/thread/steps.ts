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
export const recordKinds = ['tour', 'bid', 'sale', 'booking', 'tenancy'] as const;
export type RecordKind = (typeof recordKinds)[number];
/** Agreements are shown with their tenancy. */
export function recordKindOfStep(step: LeadStep): RecordKind {
  const [kind = ''] = step.split('.');
  return recordKinds.find((one) => one === kind) ?? 'tenancy';
}
