/** How a bid would be paid. */
export const financings = ['cash', 'mortgage', 'sacco', 'other'] as const;
export type Financing = (typeof financings)[number];

/** How long whoever did not speak last has to answer. */
export const bidHours = 72;

/** The ten steps of a sale, each with the days after the acceptance by which it is usually done; the parties set other days. */
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
