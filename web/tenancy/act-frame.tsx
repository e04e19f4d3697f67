import { Textarea } from '@mantine/core';
import type { FormEvent, ReactNode } from 'react';
import { toShillings, typedAmountToCents } from '#contract/money/cents.ts';
import { DrawerActions } from '#web/forms/drawer-actions.tsx';
import { MoneyInput } from '#web/ui/dash/money-input.tsx';
import { FormDrawer } from '#web/ui/dash/overlay/form-drawer.tsx';
import { Note } from '#web/ui/public/note.tsx';
import { m } from '#words/messages.js';
import classes from './tenancy.module.css';

type Frame = {
  readonly title: string;
  /** The label of the button, if it differs from the title. */
  readonly verb?: string;
  readonly text: string;
  readonly close: () => void;
  readonly form: { readonly submit: (event: FormEvent<HTMLFormElement>) => void; readonly busy: boolean; readonly problem: string };
  readonly children: ReactNode;
  /** The button of a destructive action is red, and disabled until `ready`. */
  readonly danger?: boolean;
  readonly ready?: boolean;
};
/** A dialog that explains the consequences and takes the input. */
export const TenancyActionForm = ({ title, verb = title, text, close, form, children, danger = false, ready = true }: Frame) => (
  <FormDrawer
    opened
    onClose={close}
    title={title}
    closeLabel={m.shell_close()}
    onSubmit={form.submit}
    actions={<DrawerActions close={close} busy={form.busy} label={verb} disabled={!ready} danger={danger} />}
  >
    <p className={classes.quiet}>{text}</p>
    {form.problem && <Note tone="guard">{form.problem}</Note>}
    {children}
  </FormDrawer>
);
export const toOptionalLabel = (label: string) => `${label} ${m.shell_optional()}`;

type Reasoned = {
  readonly text: (name: 'reason') => {
    readonly value: string;
    readonly error: string | undefined;
    readonly onChange: (event: { readonly currentTarget: { readonly value: string } }) => void;
  };
};
export const TenancyReasonField = ({ form, label }: { form: Reasoned; label: string }) => (
  <Textarea {...form.text('reason')} label={label} autosize minRows={2} maxLength={500} />
);

type Rented = {
  readonly values: { readonly rent_cents: number };
  readonly problems: Readonly<Record<string, string | undefined>>;
  readonly set: (name: 'rent_cents', value: number) => void;
};
/** For a dialog whose only input is an amount. */
export const RentField = ({ form, label }: { form: Rented; label: string }) => (
  <MoneyInput
    label={label}
    defaultValue={toShillings(form.values.rent_cents)}
    onChange={(typed) => form.set('rent_cents', typedAmountToCents(Number(typed)))}
    error={form.problems.rent_cents}
  />
);
