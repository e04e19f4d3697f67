import { settlementCalls } from '#contract/settlement/calls.ts';
import { m } from '#words/messages.js';
import { AskFirst } from './ask.tsx';

/** Asked wherever a transfer that had arrived can be said to have come back: on its own page, and at the desk once the bank says so. */
export const CameBack = ({
  of,
  said,
  close,
}: {
  of: { readonly id: number; readonly code: string };
  said?: string | undefined;
  close: () => void;
}) => (
  <AskFirst
    call={settlementCalls.cameBack}
    danger
    title={m.settlement_came_back_title({ code: of.code })}
    text={said ? m.settlement_came_back_second({ who: said }) : m.settlement_came_back_text()}
    verb={m.settlement_came_back()}
    reason={m.settlement_seen_where()}
    given={(reason) => ({ id: of.id, reason })}
    close={close}
  />
);
