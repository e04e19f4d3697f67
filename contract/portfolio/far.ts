/** So many times more or less than the unit asks is hardly the rent: a zero too few, thousands written short, or another column. */
const times = 5;
export const farFrom = (rent: number, asked: number | null): boolean =>
  rent === 0 || (asked !== null && asked > 0 && (rent * times < asked || rent > asked * times));
