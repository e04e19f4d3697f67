/** No permission document names the contacts of support, so no role can grant them. */
export const supportNeeds = { only: ['superadmin'], with: ['settings_general_settings', 'edit'] } as const;
