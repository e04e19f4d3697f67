import { CallRejectedError } from './send.ts';

/**
 * What a list or a record that fails to load does: a missing record is the error page "Item Not Found" and a missing permission
 * "Access To The Requested Resource Is Forbidden" (specification 8); everything else is shown in its block, with "Try again".
 */
export const isShownAsErrorPage = (problem: Error): boolean =>
  problem instanceof CallRejectedError && (problem.status === 404 || problem.status === 403);
