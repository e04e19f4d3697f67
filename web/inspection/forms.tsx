import { Button } from '@mantine/core';
import { useSearchParams } from 'react-router';
import { isAllowed } from '#contract/access/grants.ts';
import { type InspectionTemplate, inspectionCalls } from '#contract/inspection/calls.ts';
import { type InspectionKind, inspectedHomeKinds, listInspectionItems } from '#contract/inspection/kinds.ts';
import { inspectionKindLabels } from '#contract/inspection/labels.ts';
import { useAction, useCall } from '#web/client/use-call.ts';
import { useApp } from '#web/layout/app.tsx';
import { LoadingState } from '#web/layout/loading-state.tsx';
import { useDashboard } from '#web/layout/screen.ts';
import { PageHeader } from '#web/ui/dash/page-header.tsx';
import { Panel, PanelRows } from '#web/ui/dash/panel.tsx';
import { IconPlus } from '#web/ui/icons.ts';
import { m } from '#words/messages.js';
import { InspectionFormEditor } from './form-editor.tsx';
import classes from './inspection.module.css';

/** The forms of inspections: system forms to copy, and the company's own to change or retire. */
export default function InspectionForms() {
  const { visitor } = useApp();
  const found = useCall(inspectionCalls.listTemplates, {});
  const [asked, ask] = useSearchParams();
  const may = isAllowed(inspectionCalls.createTemplate.needs, visitor);
  if (!found.data) return <LoadingState answer={found} />;
  const all = found.data.results;
  const [edited, copied] = [asked.get('edit'), asked.get('copy')];
  // The address holds the open form, so that Back returns to the list.
  const saved = all.find(({ id, system }) => String(id) === edited && !system) ?? null;
  const of = all.find(({ id }) => String(id) === copied) ?? null;
  if (may && (saved || of || copied === 'new'))
    return <InspectionFormEditor key={`${edited}-${copied}`} saved={saved} copied={of} close={() => ask({}, { replace: true })} />;
  return <Forms all={all} may={may} edit={(id) => ask({ edit: String(id) })} copy={(id) => ask({ copy: String(id) })} />;
}

type Acts = { may: boolean; edit: (id: number) => void; copy: (id: number | 'new') => void };
function Forms({ all, ...acts }: Acts & { all: readonly InspectionTemplate[] }) {
  const { link } = useDashboard();
  const own = all.filter((form) => !form.system);
  const parts = [
    { title: m.inspection_forms_own(), forms: own },
    { title: m.inspection_forms_house(), forms: all.filter((form) => form.system) },
  ];
  return (
    <>
      <PageHeader
        title={m.inspection_forms()}
        sub={m.inspection_forms_help()}
        crumbs={[{ label: m.inspection_title(), href: link('inspection.list') }, { label: m.inspection_forms() }]}
        crumbsLabel={m.shell_nav_sections()}
        actions={
          acts.may && (
            <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => acts.copy('new')}>
              {m.inspection_form_new()}
            </Button>
          )
        }
      />
      <div className={classes.stack}>
        {parts
          .filter(({ forms }) => forms.length > 0)
          .map(({ title, forms }) => (
            <Panel key={title} title={title} pad={false}>
              <PanelRows>
                {forms.map((form) => (
                  <Row key={form.id} form={form} {...acts} />
                ))}
              </PanelRows>
            </Panel>
          ))}
      </div>
    </>
  );
}

/** For all kinds, or their names. */
const kindsText = (kinds: readonly InspectionKind[]): string =>
  inspectedHomeKinds.every((kind) => kinds.includes(kind)) ? m.inspection_kinds_all() : kinds.map((kind) => inspectionKindLabels[kind]()).join(', ');

function Row({ form, may, edit, copy }: Acts & { form: InspectionTemplate }) {
  const { id, name, system, kinds, areas, retired } = form;
  const retire = useAction(inspectionCalls.retireTemplate, {
    said: (now) => (now.retired ? m.inspection_form_retired({ name: now.name }) : m.inspection_form_offered({ name: now.name })),
  });
  return (
    <div className={classes.form}>
      <div>
        <b>{name}</b>
        <p className={classes.quiet}>
          {m.inspection_form_items({ count: listInspectionItems(areas).length })} · {kindsText(kinds)}
          {retired && ` · ${m.inspection_form_not_offered()}`}
        </p>
      </div>
      {/* Properties are all verified by the same form. */}
      {may && !kinds.includes('verification') && (
        <div className={classes.choices}>
          {!system && (
            <Button size="compact-md" variant="default" onClick={() => edit(id)} aria-label={m.inspection_form_edit_of({ name })}>
              {m.inspection_form_edit()}
            </Button>
          )}
          <Button size="compact-md" variant="default" onClick={() => copy(id)} aria-label={m.inspection_form_copy_of({ name })}>
            {m.inspection_form_copy()}
          </Button>
          {!system && (
            <Button
              size="compact-md"
              variant="subtle"
              loading={retire.isPending}
              onClick={() => retire.mutate({ id, retired: !retired })}
              aria-label={retired ? m.inspection_form_offer_of({ name }) : m.inspection_form_retire_of({ name })}
            >
              {retired ? m.inspection_form_offer() : m.inspection_form_retire()}
            </Button>
          )}
        </div>
      )}
    </div>
  );
}
