import { Button, SegmentedControl, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useNavigate, useParams, useSearchParams } from 'react-router';
import { propertyCalls } from '#contract/property/calls.ts';
import { type UnitDetails, unitCalls } from '#contract/unit/calls.ts';
import { unitLimits } from '#contract/unit/kinds.ts';
import { expandUnitNames } from '#contract/unit/pattern.ts';
import { parseAddressId } from '#web/client/address-id.ts';
import { useCall } from '#web/client/use-call.ts';
import { useForm } from '#web/forms/use-form.ts';
import { useDashboard } from '#web/layout/screen.ts';
import { PropertyFrame } from '#web/property/property-layout.tsx';
import { FieldErrorsSummary } from '#web/ui/dash/field-errors.tsx';
import { RowsLoading } from '#web/ui/dash/state-block.tsx';
import { m } from '#words/messages.js';
import { copyUnitDraft, makeBlankUnitDraft, requiredUnitFieldMessages, toUnitInput, unitInputFieldNames } from './draft.ts';
import { UnitFields } from './fields.tsx';
import classes from './unit.module.css';

/** Creates a unit, several units by a name pattern, or a copy of an existing unit. */
export default function CreateUnit() {
  const { id, code } = useParams();
  const [params] = useSearchParams();
  const like = Number(params.get('like')) || 0;
  const model = useCall(unitCalls.details, { id: like }, { enabled: like > 0 });
  const property = { id: parseAddressId(id), code: code ?? '' };
  return (
    <PropertyFrame id={property.id}>
      {like > 0 && model.isPending ? (
        <RowsLoading rows={6} label={m.shell_loading()} />
      ) : (
        <Form key={like} property={property} model={model.data ?? null} />
      )}
    </PropertyFrame>
  );
}

function Form({ property, model }: { property: { id: number; code: string }; model: UnitDetails | null }) {
  const { link } = useDashboard();
  const navigate = useNavigate();
  const [many, setMany] = useState(false);
  const choices = useCall(unitCalls.choices, {});
  const list = link('unit.ofProperty', property);
  const form = useForm(many ? unitCalls.createMany : unitCalls.create, {
    id: 'unit',
    blank: () => ({ ...(model ? copyUnitDraft(model) : makeBlankUnitDraft()), pattern: '' }),
    given: ({ pattern, ...draft }) =>
      many
        ? { property_id: property.id, pattern, ...toUnitInput(draft) }
        : { property_id: property.id, name: draft.name.trim(), ...toUnitInput(draft) },
    says: { ...requiredUnitFieldMessages, pattern: m.unit_need_pattern },
    check: ({ pattern }): Record<string, string> => (many && !expandUnitNames(pattern, unitLimits.pattern) ? { pattern: m.unit_need_pattern() } : {}),
    names: unitInputFieldNames,
    touches: [propertyCalls],
    said: (made) => ('code' in made ? m.said_added({ name: made.name }) : m.said_units_added({ count: made.made })),
    done: (made) => void navigate('code' in made ? link('unit.detail', { id: made.id, code: made.code }) : list),
  });
  const names = expandUnitNames(form.values.pattern, unitLimits.pattern);
  return (
    <form noValidate onSubmit={form.submit}>
      <h2 className={classes.head}>{model ? m.unit_like_title({ name: model.name }) : m.unit_new_title()}</h2>
      <FieldErrorsSummary title={m.shell_check_fields()} {...form.summary} />
      <UnitFields
        draft={form.values}
        set={(name, value) => form.put({ [name]: value })}
        problems={form.problems}
        choices={choices.data}
        blocks={choices.data?.properties.find((one) => one.id === property.id)?.blocks ?? []}
        naming={
          <>
            <SegmentedControl
              aria-label={m.unit_how_many()}
              value={many ? 'many' : 'one'}
              onChange={(next) => setMany(next === 'many')}
              data={[
                { value: 'one', label: m.unit_how_one() },
                { value: 'many', label: m.unit_how_several() },
              ]}
            />
            {many ? (
              <Pattern value={form.values.pattern} set={(text) => form.set('pattern', text)} names={names} problem={form.problems.pattern} />
            ) : (
              <TextInput {...form.text('name')} label={m.unit_name()} description={m.unit_name_help()} maxLength={60} />
            )}
          </>
        }
      />
      <div className={classes.foot}>
        <Button variant="default" onClick={() => void navigate(list)}>
          {m.shell_cancel()}
        </Button>
        <Button type="submit" loading={form.busy}>
          {many ? m.unit_create_many({ count: names?.length ?? 0 }) : m.unit_create()}
        </Button>
      </div>
    </form>
  );
}

/** Shows the names a pattern makes before the units are created. */
const Pattern = ({
  value,
  set,
  names,
  problem,
}: {
  value: string;
  set: (text: string) => void;
  names: string[] | null;
  problem: string | undefined;
}) => (
  <div>
    <TextInput
      id="unit-pattern"
      label={m.unit_pattern()}
      description={m.unit_pattern_help()}
      placeholder="A{1..10}"
      value={value}
      onChange={(event) => set(event.currentTarget.value)}
      error={problem}
      maxLength={80}
      autoCapitalize="off"
      spellCheck={false}
    />
    {names && value.trim() !== '' && (
      <p className={classes.names} aria-live="polite">
        {m.unit_pattern_makes({
          count: names.length,
          names: names.length > 8 ? `${names.slice(0, 5).join(', ')} … ${names.at(-1)}` : names.join(', '),
        })}
      </p>
    )}
  </div>
);
