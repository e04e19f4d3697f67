/** How many units one wizard makes at once. */
export const maxUnits = 500;
/** How long a verification holds. */
export const verifiedMonths = 6;
