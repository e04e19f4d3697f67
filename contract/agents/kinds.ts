/** Profile fields of an agent (person_profile.details), without Zod. */
export const agentLanguages = ['English', 'Kiswahili', 'Kikuyu', 'Luo', 'Kamba', 'Luhya', 'Kalenjin', 'Kisii', 'Meru', 'Somali', 'Gujarati'] as const;
export const agentSpecialities = ['rentals', 'sales', 'commercial', 'land', 'students', 'upmarket', 'management'] as const;
export type AgentSpeciality = (typeof agentSpecialities)[number];
export const listingStatuses = ['draft', 'review', 'live', 'paused', 'closed', 'archived'] as const;
export type ListingStatus = (typeof listingStatuses)[number];
/** Limits of profile fields. */
export const agentProfileLimits = { bio: 1500, places: 12, since: 1950 } as const;
