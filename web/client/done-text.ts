/** The message the specification fixes stays as it is, letter by letter; what happened to what follows it. */
export const doneText = (fixed = '', said = ''): string => (fixed && said ? `${fixed.replace(/\.$/, '')}. ${said}` : fixed || said);
