/** The documents of a tenancy as a part of its page. */
export { TenancyDocumentList } from '#web/paper/files.tsx';
