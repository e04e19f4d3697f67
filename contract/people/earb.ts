/** A number of the Estate Agents Registration Board, softly: the board has the last word. */
export const earbPattern = /^[A-Z0-9/.-]{2,20}$/;
