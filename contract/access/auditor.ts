import { type CallShape, isWriteCall } from '#contract/kernel/call.ts';

/** The longest period of an auditor: at most a year, so that access that was forgotten ends. */
export const maxAuditorDays = 366;

/** Writes about the caller's own account, notifications, saved lists, consents and exports. Their own rules still apply. */
const own = /^\/api\/(?:token$|v2\/(?:accounts|notification|saved_view|policy|audit)\/)/;

/** Whether an auditor cannot make this call: an auditor changes no record, also where a call needs no permission or only one to read. */
export const isBlockedForAuditor = (call: CallShape): boolean => isWriteCall(call) && !own.test(call.path);
