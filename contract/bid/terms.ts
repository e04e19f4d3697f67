/** How the bidder would pay. */
export const financingKinds = ['cash', 'mortgage', 'sacco', 'other'] as const;
export type FinancingKind = (typeof financingKinds)[number];

/** Hours the other side has to answer a turn. */
export const bidResponseHours = 72;

/** The ten steps of a sale, each with its usual number of days after the acceptance. The parties may set other dates. */
export const saleSteps = [
  { step: 'reservation', days: 3 },
  { step: 'deposit', days: 14 },
  { step: 'search', days: 14 },
  { step: 'agreement', days: 30 },
  { step: 'consents', days: 60 },
  { step: 'valuation', days: 65 },
  { step: 'duty', days: 75 },
  { step: 'balance', days: 90 },
  { step: 'transfer', days: 90 },
  { step: 'handover', days: 97 },
] as const;
export type SaleStep = (typeof saleSteps)[number]['step'];
export const saleStepNames = saleSteps.map(({ step }) => step) as [SaleStep, ...SaleStep[]];
