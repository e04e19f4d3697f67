import { NumberInput, type NumberInputProps } from '@mantine/core';
import { most, toShillings } from '#contract/money/cents.ts';

/** Shillings as they are typed: the one field for money. `upTo` names the most its call takes. */
export const MoneyInput = ({ upTo = 'rent', ...rest }: Omit<NumberInputProps<number>, 'max'> & { upTo?: keyof typeof most }) => (
  <NumberInput
    prefix="KES "
    thousandSeparator=","
    min={0}
    max={toShillings(most[upTo])}
    clampBehavior="strict"
    decimalScale={2}
    allowNegative={false}
    hideControls
    inputMode="decimal"
    {...rest}
  />
);
