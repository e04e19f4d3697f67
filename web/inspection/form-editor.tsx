import { Button, Checkbox, TextInput } from '@mantine/core';
import { useState } from 'react';
import { type InspectionTemplate, inspectionCalls } from '#contract/inspection/calls.ts';
import { type InspectedHomeKind, inspectedHomeKinds, listInspectionItems } from '#contract/inspection/kinds.ts';
import { inspectionKindLabels } from '#contract/inspection/labels.ts';
import { EditConflictDialog } from '#web/forms/conflict.tsx';
import type { ConflictLabels } from '#web/forms/conflict-rows.ts';
import { UnsavedChangesGuard } from '#web/forms/unsaved-changes.tsx';
import { useForm } from '#web/forms/use-form.ts';
import { useDashboard } from '#web/layout/screen.ts';
import { PageHeader } from '#web/ui/dash/page-header.tsx';
import { Panel } from '#web/ui/dash/panel.tsx';
import { m } from '#words/messages.js';
import {
  type InspectionDraftArea,
  isAreaComplete,
  makeBlankDraftArea,
  moveItemUp,
  replaceItemAt,
  toInspectionForm,
  toInspectionFormDraft,
} from './form-draft.ts';
import { InspectionAreaFields } from './form-parts.tsx';
import classes from './inspection.module.css';

type Values = { name: string; kinds: InspectedHomeKind[]; areas: InspectionDraftArea[] };
const isHome = (kind: string): kind is InspectedHomeKind => (inspectedHomeKinds as readonly string[]).includes(kind);
const valuesOf = ({ name, kinds, areas }: InspectionTemplate): Values => ({ name, kinds: kinds.filter(isHome), areas: toInspectionFormDraft(areas) });
const wireOf = ({ name, kinds, areas }: Values) => ({ name, kinds, areas: toInspectionForm(areas) });
/** The initial values: a copy of another form, or one unnamed area. */
const begun = (copied: InspectionTemplate | null): Values =>
  copied
    ? { ...valuesOf(copied), name: m.inspection_form_copy_name({ name: copied.name }) }
    : { name: '', kinds: ['routine'], areas: [makeBlankDraftArea()] };

const labels = (): ConflictLabels<Values> => ({ name: m.inspection_form_name(), kinds: m.inspection_form_for(), areas: m.inspection_form_rooms() });
const spoken = (field: keyof Values, { kinds, areas }: Values) =>
  field === 'kinds'
    ? kinds.map((kind) => inspectionKindLabels[kind]()).join(', ')
    : field === 'areas'
      ? areas.map(({ name, items }) => `${name} (${items.map((item) => item.name).join(', ')})`).join('; ')
      : undefined;

/** The editor of a company's form: its name, kinds, areas and items. */
export function InspectionFormEditor({
  saved,
  copied,
  close,
}: {
  saved: InspectionTemplate | null;
  copied: InspectionTemplate | null;
  close: () => void;
}) {
  const { link } = useDashboard();
  const form = useForm(saved ? inspectionCalls.updateTemplate : inspectionCalls.createTemplate, {
    id: 'form',
    saved,
    from: valuesOf,
    blank: () => begun(copied),
    given: (values, { revision }) => (saved ? { id: saved.id, revision, ...wireOf(values) } : wireOf(values)),
    says: { name: m.inspection_need_name, kinds: m.inspection_need_kinds },
    check: ({ areas }) => (areas.every(isAreaComplete) ? {} : { areas: m.inspection_need_names() }),
    said: ({ name, areas }) => m.inspection_form_saved({ name, count: listInspectionItems(areas).length }),
    done: close,
  });
  const { areas, kinds } = form.values;
  const [opened, open] = useState<string | null>(saved || copied ? null : (areas[0]?.id ?? null));
  const setAreas = (next: InspectionDraftArea[]) => form.set('areas', next);
  const tried = form.attempt > 0;
  const another = () => {
    const area = makeBlankDraftArea();
    setAreas([...areas, area]);
    open(area.id);
  };
  const title = saved ? m.inspection_form_edit_of({ name: saved.name }) : m.inspection_form_new();
  return (
    <form noValidate onSubmit={form.submit}>
      <PageHeader
        title={title}
        crumbs={[
          { label: m.inspection_title(), href: link('inspection.list') },
          { label: m.inspection_forms(), href: link('inspection.forms') },
          { label: saved ? m.inspection_form_edit() : m.inspection_form_new() },
        ]}
        crumbsLabel={m.shell_nav_sections()}
      />
      <div className={classes.stack}>
        <Panel>
          <div className={classes.stack}>
            <TextInput {...form.text('name')} label={m.inspection_form_name()} maxLength={120} />
            <Checkbox.Group
              label={m.inspection_form_for()}
              value={kinds}
              error={form.problems.kinds}
              onChange={(next) => form.set('kinds', next.filter(isHome))}
            >
              <div className={classes.ticks}>
                {inspectedHomeKinds.map((kind) => (
                  <Checkbox key={kind} value={kind} label={inspectionKindLabels[kind]()} />
                ))}
              </div>
            </Checkbox.Group>
          </div>
        </Panel>
        <Panel title={m.inspection_form_rooms()}>
          <div className={classes.stack}>
            {areas.map((area, at) => (
              <InspectionAreaFields
                key={area.id}
                area={area}
                n={at + 1}
                last={areas.length === 1}
                tried={tried}
                // An area with errors stays open.
                open={opened === area.id || (tried && !isAreaComplete(area))}
                toggle={() => open(opened === area.id ? null : area.id)}
                up={() => setAreas(moveItemUp(areas, at))}
                set={(next) => setAreas(replaceItemAt(areas, at, next))}
              />
            ))}
            <div>
              <Button variant="default" onClick={another}>
                {m.inspection_area_add()}
              </Button>
            </div>
            {form.problems.areas && <p role="alert">{form.problems.areas}</p>}
          </div>
        </Panel>
        <div className={classes.choices}>
          <Button variant="default" onClick={close}>
            {m.shell_cancel()}
          </Button>
          <Button type="submit" loading={form.busy}>
            {m.inspection_form_save()}
          </Button>
        </div>
      </div>
      <UnsavedChangesGuard form={form} name={form.values.name || m.inspection_form_new()} />
      <EditConflictDialog form={form} labels={labels()} spoken={spoken} />
    </form>
  );
}
