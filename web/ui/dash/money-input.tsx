import { NumberInput, type NumberInputProps } from '@mantine/core';
import type { ClipboardEvent, KeyboardEvent } from 'react';
import { most, toShillings } from '#contract/money/cents.ts';
import { parseMoney } from '#contract/money/parse.ts';

const times: Readonly<Record<string, number>> = { k: 1000, m: 1_000_000 };

/** Shillings as they are typed: the one field for money, which knows what 26k and 1.2m are. `upTo` names the most its call takes. */
export const MoneyInput = ({ upTo = 'rent', ...rest }: Omit<NumberInputProps<number>, 'max'> & { upTo?: keyof typeof most }) => {
  const top = toShillings(most[upTo]);
  const put = (value: number) => value <= top && rest.onChange?.(value);
  return (
    <NumberInput
      prefix="KES "
      thousandSeparator=","
      min={0}
      max={top}
      clampBehavior="strict"
      decimalScale={2}
      allowNegative={false}
      hideControls
      inputMode="decimal"
      onKeyDown={(event: KeyboardEvent<HTMLInputElement>) => {
        const by = times[event.key.toLowerCase()];
        const typed = Number(event.currentTarget.value.replaceAll(/[^\d.]/g, ''));
        if (by === undefined || event.ctrlKey || event.metaKey || event.altKey || !typed) return;
        event.preventDefault();
        put(Math.round(typed * by));
      }}
      onPaste={(event: ClipboardEvent<HTMLInputElement>) => {
        const read = parseMoney(event.clipboardData.getData('text'));
        if (read === null) return;
        event.preventDefault();
        put(toShillings(read));
      }}
      {...rest}
    />
  );
};
