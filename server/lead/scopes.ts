import { both, byCompany, either, mine, ofCompany, ownRows, type Scopes, withinLimits } from '#server/kernel/scope.ts';

const ofUs = byCompany();

export const leadScopes: Scopes = {
  /** A company's own. Staff limited to properties have those about them, and what was given to them by name. */
  lead: { see: { ...ofUs.see, staff: both(ofCompany(), either(withinLimits('property_id'), mine('assigned_to'))) } },
  /** Enquiries as whoever sent them sees them. */
  'lead:enquiry': ownRows(),
};
