import { NumberInput } from '@mantine/core';
import { toShillings, typedAmountToCents } from '#contract/money/cents.ts';
import { MoneyInput } from '#web/ui/dash/money-input.tsx';
import { SignedNumberInput } from '#web/ui/dash/signed-number.tsx';

type Shared = { id?: string; label: string; description?: string; error?: string | undefined; className?: string | undefined };

/** Shows shillings, stores whole cents. */
export const ShillingsField = ({ value, onChange, ...rest }: Shared & { value: number | null; onChange: (cents: number | null) => void }) => (
  <MoneyInput
    {...rest}
    value={value === null ? '' : toShillings(value)}
    onChange={(given) => onChange(given === '' ? null : typedAmountToCents(Number(given)))}
  />
);

export const WholeNumberField = ({
  value,
  onChange,
  step = 1,
  ...rest
}: Shared & { value: number | null; onChange: (n: number | null) => void; min: number; max: number; step?: number; suffix?: string }) => {
  const shared = { ...rest, step, decimalScale: step < 1 ? 1 : 0, hideControls: true };
  if (rest.min < 0) return <SignedNumberInput {...shared} value={value} onChange={onChange} />;
  return <NumberInput {...shared} inputMode="decimal" value={value ?? ''} onChange={(given) => onChange(given === '' ? null : Number(given))} />;
};
