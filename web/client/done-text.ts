/** The message that the specification fixes stays unchanged, followed by the result. */
export const buildSuccessMessage = (fixed = '', said = ''): string => (fixed && said ? `${fixed.replace(/\.$/, '')}. ${said}` : fixed || said);
