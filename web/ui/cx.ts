/** Joins class names. CSS modules type every name as possibly missing, hence the wide parameter. */
export const cx = (...names: (string | false | null | undefined)[]): string => names.filter(Boolean).join(' ');
