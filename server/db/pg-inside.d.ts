/** How the driver turns a value into what PostgreSQL reads; not part of its published types. */
declare module 'pg/lib/utils.js' {
  const utils: { prepareValue(value: unknown): Buffer | string | null };
  export default utils;
}
