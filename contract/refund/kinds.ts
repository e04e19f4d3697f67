export const refundStates = ['asked', 'approved', 'refused', 'paid'] as const;
export type RefundState = (typeof refundStates)[number];
/** How a refund goes: sent from the platform's paybill to the number it was paid from, or to one that two persons typed; or by somebody's hand. */
export const refundWays = ['payer', 'typed', 'hand'] as const;
export type RefundWay = (typeof refundWays)[number];
/** What can be done about an approved refund: ask M-Pesa again, send it again, say by the statement that it arrived, did not, or did beside another, give it by hand, take it back. */
export const refundActs = ['ask', 'send', 'arrived', 'failed', 'twice', 'hand', 'undo'] as const;
export type RefundAct = (typeof refundActs)[number];
/** Why a person has to look at a refund that was sent. */
export const refundTroubles = ['failed', 'unknown', 'amount', 'disagree'] as const;
export type RefundTrouble = (typeof refundTroubles)[number];
/** How a refund is given by hand. */
export const refundHows = ['mpesa', 'bank', 'cash'] as const;
export type RefundHow = (typeof refundHows)[number];
