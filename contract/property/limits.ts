/** How many units one wizard makes at once. */
export const maxUnits = 500;
/** How long a verification holds. */
export const verifiedMonths = 6;
/** The most rows a table file of properties has. */
export const maxCsvRows = 5000;
