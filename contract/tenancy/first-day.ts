/** Nobody lives anywhere since before this: an earlier day is a slip of the keys. */
export const firstDay = '1950-01-01';
