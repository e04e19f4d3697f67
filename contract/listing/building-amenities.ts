/**
 * Backup power and a gate are set once, among the amenities of the unit and its property. Terms, comparison and the owner's view read them here; a
 * listing has no such field, and old values of listings do not count.
 */
const said = { backup: ['generator'], gate: ['gated_compound', 'guard_24h'] } as const;

export const hasPowerBackup = (amenities: readonly string[]): boolean => said.backup.some((code) => amenities.includes(code));
export const hasGatedAccess = (amenities: readonly string[]): boolean => said.gate.some((code) => amenities.includes(code));
