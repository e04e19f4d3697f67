/** The message that the specification fixes stays unchanged, followed by the result. */
export const doneText = (fixed = '', said = ''): string => (fixed && said ? `${fixed.replace(/\.$/, '')}. ${said}` : fixed || said);
