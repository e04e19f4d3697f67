/** How the driver converts a value for PostgreSQL; this function is not part of its published types. */
declare module 'pg/lib/utils.js' {
  const utils: { prepareValue(value: unknown): Buffer | string | null };
  export default utils;
}
