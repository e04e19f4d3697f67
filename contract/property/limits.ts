/** How many units one run of the wizard can create. */
export const maxUnitsPerWizardRun = 500;
/** How many months a verification is valid. */
export const verificationValidMonths = 6;
