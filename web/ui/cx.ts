/** Joins class names. The parameter also accepts undefined, because CSS modules type every class name as possibly missing. */
export const cx = (...names: (string | false | null | undefined)[]): string => names.filter(Boolean).join(' ');
