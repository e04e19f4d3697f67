import { Button } from '@mantine/core';
import { useRef, useState } from 'react';
import { allows } from '#contract/access/grants.ts';
import { type Intake, intakeCalls } from '#contract/intake/calls.ts';
import { propertyCalls } from '#contract/property/calls.ts';
import { clock } from '#contract/time/clock.ts';
import { unitCalls } from '#contract/unit/calls.ts';
import { useAct, useCall } from '#web/client/use-call.ts';
import { useApp } from '#web/layout/app.tsx';
import { useDash } from '#web/layout/screen.ts';
import { PageHeader } from '#web/ui/dash/page-header.tsx';
import { A } from '#web/ui/link.tsx';
import { Note } from '#web/ui/public/note.tsx';
import { m } from '#words/messages.js';
import { Done, Earlier } from './brought.tsx';
import { Choose, type Opened } from './choose.tsx';
import { Columns, type SheetDraft } from './columns.tsx';
import classes from './intake.module.css';
import { type Placed, Preview } from './preview.tsx';
import type { Checked } from './preview-rows.tsx';
import { keysOf, sheetOf, tooMuch } from './sheet-of.ts';

/** A landlord's own sheet: chosen, its columns named, every row looked at, and only then something is written, all of it or nothing. */
export default function BringExcel() {
  const { link } = useDash();
  const { visitor } = useApp();
  return (
    <>
      <PageHeader
        title={m.intake_title()}
        crumbs={[{ label: m.property_title(), href: link('property.list') }, { label: m.intake_title() }]}
        crumbsLabel={m.shell_nav_sections()}
        sub={m.intake_sub()}
        actions={
          allows(['tenancies', 'create'], visitor) && (
            <Button component={A} href={link('portfolio.bring')} variant="default">
              {m.portfolio_open()}
            </Button>
          )
        }
      />
      <div className={classes.stack}>
        <Steps />
        <Earlier />
      </div>
    </>
  );
}

const draftOf = ({ tables }: Opened): SheetDraft => ({
  tables: tables.map((table) => ({ ...table, taken: true })),
  unit_type: '',
  as_of: clock.today(),
  company_id: '',
  existing: 'leave',
  mended: {},
});

function Steps() {
  const [opened, setOpened] = useState<Opened | null>(null);
  const [draft, setDraft] = useState<SheetDraft | null>(null);
  const [checked, setChecked] = useState<Checked | null>(null);
  const [places, setPlaces] = useState<Readonly<Record<string, Placed>>>({});
  const [brought, setBrought] = useState<Intake | null>(null);
  /** The same sheet sent again, because its answer got lost, is brought once. */
  const key = useRef('');
  const choices = useCall(propertyCalls.choices, {});
  const check = useAct(intakeCalls.check, { inPlace: true, quiet: true, done: setChecked });
  const bring = useAct(intakeCalls.bring, { inPlace: true, quiet: true, touches: [propertyCalls, unitCalls], done: setBrought });
  const again = () => {
    setOpened(null);
    setDraft(null);
    setChecked(null);
    setBrought(null);
    bring.reset();
  };
  const types = choices.data?.types ?? [];
  const properties = () =>
    Object.entries(places).flatMap(([name, { location_id, property_type_id }]) => {
      const type = types.find((one) => one.id === property_type_id);
      const category_id = type?.category_id ?? choices.data?.categories[0]?.id;
      return location_id && type && category_id ? [{ name, location_id, property_type_id: type.id, category_id }] : [];
    });
  if (brought) return <Done sheet={brought} again={again} />;
  if (!opened || !draft)
    return (
      <Choose
        take={(found) => {
          key.current = crypto.randomUUID();
          setOpened(found);
          setDraft(draftOf(found));
        }}
      />
    );
  const look = (next: SheetDraft) => {
    setDraft(next);
    check.mutate(sheetOf(next));
  };
  if (checked)
    return (
      <Preview
        checked={checked}
        draft={draft}
        keys={keysOf(draft)}
        look={look}
        places={places}
        setPlaces={setPlaces}
        types={types}
        problem={bring.problem || check.problem}
        busy={bring.isPending || check.isPending}
        back={() => setChecked(null)}
        bring={() => bring.mutate({ ...sheetOf(draft), properties: properties(), client_key: key.current, file_name: opened.name.slice(0, 200) })}
      />
    );
  const much = tooMuch(draft);
  return (
    <>
      {check.problem && <Note tone="bad">{check.problem}</Note>}
      <Columns
        much={much}
        draft={draft}
        set={setDraft}
        choices={choices.data}
        again={again}
        busy={check.isPending}
        check={() => check.mutate(sheetOf(draft))}
      />
    </>
  );
}
