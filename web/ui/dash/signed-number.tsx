import { NumberInput, type NumberInputProps } from '@mantine/core';
import { useState } from 'react';

type Props = Omit<NumberInputProps, 'value' | 'onChange' | 'allowNegative'> & { value: number | null; onChange: (value: number | null) => void };

/** A number that may lie below zero. What is only on its way to one, a minus alone, stays as typed and counts as nothing yet. */
export function SignedNumber({ value, onChange, ...rest }: Props) {
  const [half, setHalf] = useState('');
  return (
    <NumberInput
      hideControls
      // The keypad for numbers of an iPhone has no minus.
      inputMode="text"
      {...rest}
      allowNegative
      value={half || (value ?? '')}
      onChange={(given) => {
        setHalf(typeof given === 'string' ? given : '');
        onChange(typeof given === 'number' ? given : null);
      }}
    />
  );
}
