import { TextInput, type TextInputProps } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import type { amountLimits } from '#contract/money/cents.ts';
import { cleanEditedAmountText, formatFieldAmount, parseTypedAmount, type ShillingsInput } from './amount-text.ts';

type Props = Omit<TextInputProps, 'value' | 'defaultValue' | 'onChange' | 'onFocus' | 'onBlur' | 'type'> & {
  value?: number | string;
  defaultValue?: number | string;
  /** The amount in shillings; '' for an empty field and for text that is no amount. */
  onChange?: (value: ShillingsInput) => void;
  /** Like `onChange`, but called when the user leaves the field, and not for an invalid amount. */
  onLeave?: (value: ShillingsInput) => void;
  /** The highest amount that the call accepts. */
  upTo?: keyof typeof amountLimits;
  /** Rejects cents, because the money of this field moves in whole shillings. */
  whole?: boolean;
};

/**
 * The only field for money, in shillings; it understands 26k and 1.2m. The typed text stays unchanged until the user leaves the field. A minus or a
 * third decimal stays too: it is rejected beside the field, and the form is not sent.
 */
export function MoneyInput({ value, defaultValue = '', onChange, onLeave, upTo = 'rent', whole = false, error, ...rest }: Props) {
  const [own, setOwn] = useState<number | string>(defaultValue);
  const [text, setText] = useState<string | null>(null);
  const [typing, setTyping] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const now = value === undefined ? own : value;
  const typed = text === null ? null : parseTypedAmount(text, { upTo, whole });
  // A new value from outside, for example after the form was reset, replaces the typed text.
  const read = typed !== null && Number(typed.shillings) === Number(now) ? typed : null;
  const shown = read && text !== null ? text : formatFieldAmount(now, typing);
  const problem = read?.problem ?? '';
  useStays(field, problem !== '');
  return (
    <TextInput
      leftSection="KES"
      leftSectionWidth={48}
      leftSectionProps={{ 'aria-hidden': true, style: { pointerEvents: 'none' } }}
      inputMode="decimal"
      autoComplete="off"
      {...rest}
      ref={field}
      value={shown}
      error={problem || error}
      // A selection made on entering the field stays, because the text does not change before the user types.
      onFocus={() => setTyping(true)}
      onChange={(event) => {
        const { value: entered } = event.currentTarget;
        const given = text === null ? cleanEditedAmountText(shown, entered) : entered;
        const { shillings } = parseTypedAmount(given, { upTo, whole });
        setText(given);
        setOwn(shillings);
        onChange?.(shillings);
      }}
      onBlur={() => {
        setTyping(false);
        if (problem) return;
        // An emptied field stays empty, whatever value the form stores for an empty field.
        if (text !== '') setText(null);
        onLeave?.(read ? read.shillings : now === '' ? '' : Number(now));
      }}
    />
  );
}

/** A form with an invalid amount is not sent, and the focus returns to that field. */
function useStays(field: { readonly current: HTMLInputElement | null }, wrong: boolean): void {
  useEffect(() => {
    const form = field.current?.form;
    if (!wrong || !form) return undefined;
    const stay = (event: Event) => {
      event.preventDefault();
      event.stopPropagation();
      field.current?.focus();
    };
    form.addEventListener('submit', stay);
    return () => form.removeEventListener('submit', stay);
  }, [field, wrong]);
}
