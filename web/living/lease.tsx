import { useParams } from 'react-router';
import { nextDateLabels } from '#contract/living/labels.ts';
import { type TenancyDetails, tenancyCalls } from '#contract/tenancy/calls.ts';
import { parseAddressId } from '#web/client/address-id.ts';
import { send } from '#web/client/client.ts';
import { useCall } from '#web/client/use-call.ts';
import { OpenPdfButton } from '#web/forms/download-buttons.tsx';
import { useScreenTitle } from '#web/layout/title.ts';
import { formatDate, formatKes } from '#web/ui/format.ts';
import { m } from '#words/messages.js';
import classes from './living.module.css';

/** The lease named in the address; a code of another lease gives "not found". */
export function useLease() {
  const { tenancy_id, code = '' } = useParams();
  const found = useCall(tenancyCalls.details, { id: parseAddressId(tenancy_id), code });
  useScreenTitle(found.data ? getLeaseHomeName(found.data) : undefined);
  return found;
}

export const getLeaseHomeName = ({ unit, property }: Pick<TenancyDetails, 'unit' | 'property'>): string => `${unit.name}, ${property.name}`;

/** Whether the reader is in the lease now and may read the current terms. */
export const isCurrentLeaseParty = ({ people }: Pick<TenancyDetails, 'people'>): boolean => people.some((one) => one.is_me && one.until === null);
/** The statement of the current terms as PDF. */
export const TenancyStatementButton = ({ id }: { id: number }) => (
  <OpenPdfButton label={m.tenancy_statement_open()} address={async () => (await send(tenancyCalls.statementLink, { id })).address} />
);

type Next = NonNullable<TenancyDetails['next']>;

export const formatNextLeaseDate = ({ what, on }: Next): string => nextDateLabels[what]({ date: formatDate(on) });

export type PaymentScheduleRow = TenancyDetails['schedule'][number];

/** Rents that begin while the tenants still live there. */
export const listUpcomingRentChanges = ({ terms, leaving_on: last }: Pick<TenancyDetails, 'terms' | 'leaving_on'>, today: string) =>
  terms.filter(({ from, rent_cents }, at) => from > today && (last === null || from <= last) && rent_cents !== terms[at - 1]?.rent_cents);

/** Payments for days after the last day, and the deposit, so that the tenant sees that both are refundable. */
export const MoveOutRefundNote = ({ of: { comes_back: back } }: { of: Pick<TenancyDetails, 'comes_back'> }) =>
  back &&
  [
    back.paid_ahead_cents > 0 && m.living_paid_ahead({ sum: formatKes(back.paid_ahead_cents) }),
    back.deposit_cents > 0 && m.living_deposit_back({ sum: formatKes(back.deposit_cents) }),
  ]
    .filter((text): text is Exclude<typeof text, false> => text !== false)
    .map((text) => (
      <p key={text} className={`${classes.quiet} ${classes.row}`}>
        {text}
      </p>
    ));
