/** An agreement is compared with the contacts that the tenant’s record had in this many days. */
export const recordedContactDays = 30;
