import { Button, NativeSelect, TextInput } from '@mantine/core';
import { type InspectionItemKind, inspectionItemKinds } from '#contract/inspection/kinds.ts';
import { inspectionItemKindLabels } from '#contract/inspection/labels.ts';
import { m } from '#words/messages.js';
import { type InspectionDraftArea, type InspectionDraftItem, isItemNamed, makeBlankDraftItem, replaceItemAt } from './form-draft.ts';
import classes from './inspection.module.css';

type Of<T> = { n: number; last: boolean; tried: boolean; set: (next: T | null) => void };
type Named = { readonly name: string; readonly name_sw: string };

/** A name in both languages, the second one optional. */
function Names<T extends Named>({ of, tried, set, labels }: { of: T; tried: boolean; set: (next: T) => void; labels: readonly [string, string] }) {
  return (
    <>
      <TextInput
        label={labels[0]}
        value={of.name}
        maxLength={80}
        error={tried && !isItemNamed(of) ? m.inspection_need_name() : undefined}
        onChange={(event) => set({ ...of, name: event.currentTarget.value })}
      />
      <TextInput
        label={labels[1]}
        lang="sw"
        value={of.name_sw}
        maxLength={80}
        onChange={(event) => set({ ...of, name_sw: event.currentTarget.value })}
      />
    </>
  );
}

/** One area of a form: collapsed it shows a summary, expanded it can be edited. Forms are long, so one area is edited at a time. */
export function InspectionAreaFields({
  area,
  n,
  last,
  tried,
  set,
  open,
  toggle,
  up,
}: Of<InspectionDraftArea> & { area: InspectionDraftArea; open: boolean; toggle: () => void; up: () => void }) {
  const setItems = (items: InspectionDraftItem[]) => set({ ...area, items });
  const name = area.name.trim() || m.inspection_area_n({ n });
  return (
    <fieldset className={classes.area}>
      <legend>{name}</legend>
      {open ? (
        <>
          <div className={classes.beside}>
            <Names of={area} tried={tried} set={set} labels={[m.inspection_area_name(), m.inspection_area_name_sw()]} />
          </div>
          {area.items.map((item, at) => (
            <ItemFields
              key={item.id}
              item={item}
              n={at + 1}
              last={area.items.length === 1}
              tried={tried}
              set={(next) => setItems(replaceItemAt(area.items, at, next))}
            />
          ))}
        </>
      ) : (
        <p className={classes.quiet}>{area.items.map((item) => item.name).join(', ')}</p>
      )}
      <div className={classes.choices}>
        <Button
          size="compact-md"
          variant="default"
          onClick={toggle}
          aria-expanded={open}
          aria-label={open ? m.inspection_area_shut_of({ name }) : m.inspection_area_open_of({ name })}
        >
          {open ? m.inspection_area_shut() : m.inspection_area_open()}
        </Button>
        {open && (
          <Button size="compact-md" variant="default" onClick={() => setItems([...area.items, makeBlankDraftItem()])}>
            {m.inspection_item_add()}
          </Button>
        )}
        {n > 1 && (
          <Button size="compact-md" variant="subtle" onClick={up} aria-label={m.inspection_area_up_of({ name })}>
            {m.inspection_area_up()}
          </Button>
        )}
        {!last && (
          <Button size="compact-md" variant="subtle" color="red" onClick={() => set(null)} aria-label={m.inspection_drop_of({ name })}>
            {m.inspection_drop()}
          </Button>
        )}
      </div>
    </fieldset>
  );
}

const months = (text: string): number | null => Math.min(600, Math.max(0, Math.trunc(Number(text.replace(/\D/g, ''))))) || null;

function ItemFields({ item, n, last, tried, set }: Of<InspectionDraftItem> & { item: InspectionDraftItem }) {
  const name = item.name.trim() || m.inspection_item_n({ n });
  return (
    <fieldset className={classes.point}>
      <legend>{name}</legend>
      <div className={classes.beside}>
        <Names of={item} tried={tried} set={set} labels={[m.inspection_item_name(), m.inspection_item_name_sw()]} />
        <NativeSelect
          label={m.inspection_item_kind()}
          value={item.kind}
          onChange={(event) => set({ ...item, kind: event.currentTarget.value as InspectionItemKind })}
          data={inspectionItemKinds.map((kind) => ({ value: kind, label: inspectionItemKindLabels[kind]() }))}
        />
        {item.kind === 'condition' && (
          <TextInput
            label={m.inspection_item_life()}
            inputMode="numeric"
            value={item.life_months === null ? '' : String(item.life_months)}
            onChange={(event) => set({ ...item, life_months: months(event.currentTarget.value) })}
          />
        )}
      </div>
      {!last && (
        <div>
          <Button size="compact-md" variant="subtle" color="red" onClick={() => set(null)} aria-label={m.inspection_drop_of({ name })}>
            {m.inspection_drop()}
          </Button>
        </div>
      )}
    </fieldset>
  );
}
