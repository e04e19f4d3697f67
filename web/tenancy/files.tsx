/** The documents of a tenancy as a part of its page. */
export { TenancyFiles } from '#web/paper/files.tsx';
