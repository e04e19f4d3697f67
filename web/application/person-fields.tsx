import { NativeSelect, TextInput } from '@mantine/core';
import type { ComponentProps } from 'react';
import { type IdentityDocumentKind, identityDocumentKinds } from '#contract/application/kinds.ts';
import { identityDocumentLabels } from '#contract/application/labels.ts';
import { m } from '#words/messages.js';
import classes from './application.module.css';

type Typed = Pick<ComponentProps<'input'>, 'name' | 'value'>;
type Asking = {
  readonly values: { readonly id_kind: IdentityDocumentKind };
  readonly text: (name: 'name' | 'id_kind' | 'id_number') => Typed;
};

/** The applicant's name as on their document, and its number. */
export const ApplicantIdentityFields = ({ form }: { form: Asking }) => (
  <>
    <TextInput {...form.text('name')} label={m.application_name()} autoComplete="name" maxLength={120} />
    <div className={classes.pair}>
      <NativeSelect
        {...form.text('id_kind')}
        label={m.application_id_kind()}
        data={identityDocumentKinds.map((value) => ({ value, label: identityDocumentLabels[value]() }))}
      />
      <TextInput
        {...form.text('id_number')}
        label={m.application_id_number()}
        inputMode={form.values.id_kind === 'passport' ? 'text' : 'numeric'}
        autoComplete="off"
        maxLength={20}
      />
    </div>
  </>
);
