import { TextInput, type TextInputProps } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import type { most } from '#contract/money/cents.ts';
import { amountText, changedText, readAmount, type Shillings } from './amount-text.ts';

type Props = Omit<TextInputProps, 'value' | 'defaultValue' | 'onChange' | 'onFocus' | 'onBlur' | 'type'> & {
  value?: number | string;
  defaultValue?: number | string;
  /** Shillings; '' for an empty field and for what is no amount. */
  onChange?: (value: Shillings) => void;
  /** The same when somebody leaves the field; not called for what is no amount. */
  onLeave?: (value: Shillings) => void;
  /** The most its call takes. */
  upTo?: keyof typeof most;
  /** No cents: what moves it moves whole shillings. */
  whole?: boolean;
};

/**
 * Shillings as they are typed: the one field for money, which knows what 26k and 1.2m are. What was typed stays as it was typed until it is
 * left, a minus and a third place behind the point too: those are refused beside the field, and its form does not go.
 */
export function MoneyInput({ value, defaultValue = '', onChange, onLeave, upTo = 'rent', whole = false, error, ...rest }: Props) {
  const [own, setOwn] = useState<number | string>(defaultValue);
  const [text, setText] = useState<string | null>(null);
  const [typing, setTyping] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const now = value === undefined ? own : value;
  const typed = text === null ? null : readAmount(text, { upTo, whole });
  // Somebody else's amount, a form that begins anew, goes before what was typed here.
  const read = typed !== null && Number(typed.shillings) === Number(now) ? typed : null;
  const shown = read && text !== null ? text : amountText(now, typing);
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
      // What is chosen on entering stays chosen: the text does not change before somebody types.
      onFocus={() => setTyping(true)}
      onChange={(event) => {
        const { value: entered } = event.currentTarget;
        const given = text === null ? changedText(shown, entered) : entered;
        const { shillings } = readAmount(given, { upTo, whole });
        setText(given);
        setOwn(shillings);
        onChange?.(shillings);
      }}
      onBlur={() => {
        setTyping(false);
        if (problem) return;
        // An emptied field stays empty, whatever its form makes of nothing.
        if (text !== '') setText(null);
        onLeave?.(read ? read.shillings : now === '' ? '' : Number(now));
      }}
    />
  );
}

/** A form does not go with an amount that is none: whoever sends it stands in that field again. */
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
