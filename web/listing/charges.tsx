import { ActionIcon, Button, NativeSelect, TextInput } from '@mantine/core';
import { MoneyInput } from '#web/ui/dash/money-input.tsx';
import { IconPlus, IconTrash } from '#web/ui/icons.ts';
import { m } from '#words/messages.js';
import type { ListingChargeDraft, NumberInputValue } from './draft.ts';
import classes from './listing.module.css';

type MoneyProps = {
  id: string;
  label: string;
  value: NumberInputValue;
  onChange: (value: NumberInputValue) => void;
  error?: string | undefined;
  placeholder?: string | undefined;
  description?: string | undefined;
};
/** An amount in shillings. */
export const ListingMoneyInput = ({ id, label, value, onChange, error, placeholder, description }: MoneyProps) => (
  <MoneyInput
    upTo="price"
    id={id}
    placeholder={placeholder}
    description={description}
    label={label}
    value={value}
    onChange={onChange}
    error={error}
  />
);

export function ListingCharges({ charges, set }: { charges: readonly ListingChargeDraft[]; set: (rows: readonly ListingChargeDraft[]) => void }) {
  const change = (key: number, more: Partial<ListingChargeDraft>) => set(charges.map((row) => (row.key === key ? { ...row, ...more } : row)));
  const times = [
    { value: 'once', label: m.listing_charge_once() },
    { value: 'monthly', label: m.listing_charge_monthly() },
  ];
  return (
    <fieldset className={classes.charges}>
      <legend>{m.listing_field_charges()}</legend>
      {charges.map((row) => (
        <div key={row.key} className={classes.charge}>
          <TextInput
            label={m.listing_field_charge_label()}
            value={row.label}
            onChange={(e) => change(row.key, { label: e.currentTarget.value })}
            maxLength={60}
          />
          <ListingMoneyInput
            id={`charge-${row.key}`}
            label={m.listing_field_charge_cents()}
            value={row.amount}
            onChange={(amount) => change(row.key, { amount })}
          />
          <NativeSelect
            label={m.listing_field_charge_often()}
            data={times}
            value={row.often}
            onChange={(e) => change(row.key, { often: e.currentTarget.value as ListingChargeDraft['often'] })}
          />
          <ActionIcon
            variant="default"
            size={42}
            aria-label={m.listing_charge_remove()}
            onClick={() => set(charges.filter((other) => other.key !== row.key))}
          >
            <IconTrash size={17} aria-hidden />
          </ActionIcon>
        </div>
      ))}
      {charges.length < 12 && (
        <div>
          <Button
            variant="default"
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={() => set([...charges, { key: Math.max(0, ...charges.map((c) => c.key)) + 1, label: '', amount: '', often: 'monthly' }])}
          >
            {m.listing_charge_add()}
          </Button>
        </div>
      )}
    </fieldset>
  );
}
