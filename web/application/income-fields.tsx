import { NumberInput } from '@mantine/core';
import { MoneyInput } from '#web/ui/dash/money-input.tsx';
import { m } from '#words/messages.js';
import classes from './application.module.css';

type Asking = {
  readonly values: { readonly shillings: number; readonly people: number };
  readonly problems: Readonly<Record<string, string | undefined>>;
  readonly set: (name: 'shillings' | 'people', value: number) => void;
};

/** Monthly income and household size. */
export const IncomeFields = ({ form, note }: { form: Asking; note?: string }) => (
  <div className={classes.pair}>
    <MoneyInput
      label={m.application_income()}
      value={form.values.shillings || ''}
      onChange={(value) => form.set('shillings', Number(value) || 0)}
      error={form.problems.shillings}
      {...(note ? { description: note } : {})}
    />
    <NumberInput
      label={m.application_people()}
      min={1}
      max={50}
      allowDecimal={false}
      value={form.values.people}
      onChange={(value) => form.set('people', Number(value) || 1)}
      error={form.problems.people}
    />
  </div>
);
