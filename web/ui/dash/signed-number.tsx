import { NumberInput, type NumberInputProps } from '@mantine/core';
import { useState } from 'react';

type Props = Omit<NumberInputProps, 'value' | 'onChange' | 'allowNegative'> & { value: number | null; onChange: (value: number | null) => void };

/** A field for a number that may be negative. Incomplete input such as a single minus stays as typed and counts as no value. */
export function SignedNumberInput({ value, onChange, ...rest }: Props) {
  const [half, setHalf] = useState('');
  return (
    <NumberInput
      hideControls
      // The numeric keypad of an iPhone has no minus sign.
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
