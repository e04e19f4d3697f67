/** How many units one run of the wizard can create. */
export const maxUnits = 500;
/** How many months a verification is valid. */
export const verifiedMonths = 6;
