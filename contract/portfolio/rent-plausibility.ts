/**
 * A rent that differs from the asking rent by more than this factor is probably a mistake: a missing zero, an amount in thousands, or another
 * column.
 */
const times = 5;
export const isImplausibleRent = (rent: number, asked: number | null): boolean =>
  rent === 0 || (asked !== null && asked > 0 && (rent * times < asked || rent > asked * times));
