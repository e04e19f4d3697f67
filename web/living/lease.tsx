import { useParams } from 'react-router';
import { nextNames } from '#contract/living/labels.ts';
import { type TenancyFull, tenancyCalls } from '#contract/tenancy/calls.ts';
import { addressId } from '#web/client/address-id.ts';
import { send } from '#web/client/client.ts';
import { useCall } from '#web/client/use-call.ts';
import { OpenPaper } from '#web/forms/take-file.tsx';
import { useTitle } from '#web/layout/title.ts';
import { date, kes } from '#web/ui/format.ts';
import { m } from '#words/messages.js';
import classes from './living.module.css';

/** The lease the address names; a code that is another's is not found. */
export function useLease() {
  const { tenancy_id, code = '' } = useParams();
  const found = useCall(tenancyCalls.details, { id: addressId(tenancy_id), code });
  useTitle(found.data ? homeName(found.data) : undefined);
  return found;
}

export const homeName = ({ unit, property }: Pick<TenancyFull, 'unit' | 'property'>): string => `${unit.name}, ${property.name}`;

/** The reader is in it now: what holds now is theirs to read. */
export const isIn = ({ people }: Pick<TenancyFull, 'people'>): boolean => people.some((one) => one.is_me && one.until === null);
/** What holds now, on paper. */
export const StatementOf = ({ id }: { id: number }) => (
  <OpenPaper label={m.tenancy_statement_open()} address={async () => (await send(tenancyCalls.statement, { id })).address} />
);

type Next = NonNullable<TenancyFull['next']>;

export const nextText = ({ what, on }: Next): string => nextNames[what]({ date: date(on) });

export type Line = TenancyFull['schedule'][number];

/** Rents that begin while they still live there. */
export const comingRents = ({ terms, leaving_on: last }: Pick<TenancyFull, 'terms' | 'leaving_on'>, today: string) =>
  terms.filter(({ from, rent_cents }, at) => from > today && (last === null || from <= last) && rent_cents !== terms[at - 1]?.rent_cents);

/** What they paid for days they will not live there, and their deposit: neither is lost. */
export const ComesBack = ({ of: { comes_back: back } }: { of: Pick<TenancyFull, 'comes_back'> }) =>
  back &&
  [
    back.paid_ahead_cents > 0 && m.living_paid_ahead({ sum: kes(back.paid_ahead_cents) }),
    back.deposit_cents > 0 && m.living_deposit_back({ sum: kes(back.deposit_cents) }),
  ]
    .filter((text): text is Exclude<typeof text, false> => text !== false)
    .map((text) => (
      <p key={text} className={`${classes.quiet} ${classes.row}`}>
        {text}
      </p>
    ));
