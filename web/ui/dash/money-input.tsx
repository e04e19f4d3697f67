import { NumberInput, type NumberInputProps } from '@mantine/core';
import { type ClipboardEvent, type KeyboardEvent, useState } from 'react';
import { most, toShillings } from '#contract/money/cents.ts';
import { parseMoney } from '#contract/money/parse.ts';
import { m } from '#words/messages.js';

const signs: ReadonlySet<string> = new Set(['-', '−', '–']);
const times: Readonly<Record<string, number>> = { k: 1000, m: 1_000_000 };

/** Shillings as they are typed: the one field for money, which knows what 26k and 1.2m are. `upTo` names the most its call takes. */
export const MoneyInput = ({ upTo = 'rent', ...rest }: Omit<NumberInputProps<number>, 'max'> & { upTo?: keyof typeof most }) => {
  const top = toShillings(most[upTo]);
  // A sign is not swallowed: who types one hears that there is none.
  const [minus, setMinus] = useState(false);
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
        if (signs.has(event.key)) setMinus(!rest.allowNegative);
        else if (event.key === 'Backspace' || event.key === 'Delete') setMinus(false);
        const by = times[event.key.toLowerCase()];
        const typed = Number(event.currentTarget.value.replaceAll(/[^\d.]/g, ''));
        if (by === undefined || event.ctrlKey || event.metaKey || event.altKey || !typed) return;
        event.preventDefault();
        put(Math.round(typed * by));
      }}
      onPaste={(event: ClipboardEvent<HTMLInputElement>) => {
        const text = event.clipboardData.getData('text').trim();
        const below = !rest.allowNegative && signs.has(text.charAt(0));
        setMinus(below);
        if (below) {
          event.preventDefault();
          return;
        }
        const read = parseMoney(text);
        if (read === null) return;
        event.preventDefault();
        put(toShillings(read));
      }}
      {...rest}
      {...(minus ? { error: m.shell_money_minus() } : {})}
    />
  );
};
