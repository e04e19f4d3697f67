/** A number of the Estate Agents Registration Board, checked loosely: only the board can decide. */
export const earbPattern = /^[A-Z0-9/.-]{2,20}$/;
