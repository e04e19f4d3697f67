import { Group, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { clock } from '#contract/time/clock.ts';
import { isPlausibleDay, monthStart } from '#contract/time/days.ts';
import { m } from '#words/messages.js';

export type LedgerPeriodDays = { readonly from: string; readonly to: string };

/** The period in the address of a view; the current month up to today by default. */
export function useLedgerPeriod(): LedgerPeriodDays {
  const [params] = useSearchParams();
  const day = (name: string): string | null => {
    const given = params.get(name);
    return given && isPlausibleDay(given) ? given : null;
  };
  const to = day('to') ?? clock.today();
  const from = day('from') ?? monthStart(to);
  return { from: from > to ? to : from, to };
}

/** Two days. A day that is still being typed changes nothing. */
export function LedgerPeriodFields({ from, to }: LedgerPeriodDays) {
  const [, setParams] = useSearchParams();
  const [typed, setTyped] = useState<Partial<LedgerPeriodDays>>({});
  const field = (name: 'from' | 'to', label: string, limits: { min?: string; max?: string }) => (
    <TextInput
      type="date"
      label={label}
      value={typed[name] ?? (name === 'from' ? from : to)}
      {...limits}
      onBlur={() => setTyped({})}
      onChange={(event) => {
        const value = event.currentTarget.value;
        setTyped({ [name]: value });
        if (!isPlausibleDay(value)) return;
        setParams(
          (now) => {
            now.set('from', name === 'from' ? value : from);
            now.set('to', name === 'to' ? value : to);
            now.delete('page');
            return now;
          },
          { replace: true, preventScrollReset: true },
        );
      }}
    />
  );
  return (
    <Group gap={12} align="end">
      {field('from', m.views_days_first(), { max: to })}
      {field('to', m.ledger_balance_day(), { min: from })}
    </Group>
  );
}
