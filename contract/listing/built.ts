/**
 * Backup power and a gate that is kept: said once, among the amenities of the home and its building. Terms, comparing and the owner's view
 * read them here; a listing is not asked again, and what one said of them before amenities decided counts no longer.
 */
const said = { backup: ['generator'], gate: ['gated_compound', 'guard_24h'] } as const;

export const hasBackup = (amenities: readonly string[]): boolean => said.backup.some((code) => amenities.includes(code));
export const hasGate = (amenities: readonly string[]): boolean => said.gate.some((code) => amenities.includes(code));
