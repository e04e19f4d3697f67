type Billed = {
  readonly month_cents: number;
  readonly month_rent_cents: number;
  readonly promotion: { readonly months: number; readonly cents: number } | null;
};
/** The total of each promoted month with charges, calculated like the regular monthly total. */
export const calculateFirstMonthsWithCharges = ({ month_cents, month_rent_cents, promotion }: Billed): Billed['promotion'] =>
  promotion && promotion.months > 0 ? { ...promotion, cents: promotion.cents + month_cents - month_rent_cents } : promotion;
