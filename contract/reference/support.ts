/** No permission document covers the support contacts, so no role can grant access to them. */
export const supportContactsAccessRequirement = { only: ['superadmin'], with: ['settings_general_settings', 'edit'] } as const;
