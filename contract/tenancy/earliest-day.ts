/** The earliest accepted start of a tenancy; an earlier day is a typing error. */
export const earliestTenancyDay = '1950-01-01';
