import { Button, FileButton, NativeSelect, NumberInput, Textarea } from '@mantine/core';
import { useState } from 'react';
import type { InspectionDetails } from '#contract/inspection/calls.ts';
import { getLocalizedName, type InspectionItem, type ItemCondition, itemConditions, repairChargeParties } from '#contract/inspection/kinds.ts';
import { itemConditionLabels, repairChargePartyLabels } from '#contract/inspection/labels.ts';
import type { InspectionOperation } from '#contract/inspection/shapes.ts';
import { toShillings, typedAmountToCents } from '#contract/money/cents.ts';
import { MoneyInput } from '#web/ui/dash/money-input.tsx';
import { getLocale } from '#words/locale.js';
import { m } from '#words/messages.js';
import { readPositionIfAllowed } from './device-position.ts';
import classes from './inspection.module.css';
import { formatInspectionFinding } from './inspection-text.ts';
import { InspectionPhotos, LocalPicture } from './photos.tsx';
import { preparePhotoUpload, type ResizedImage } from './resize-image.ts';
import type { OfflineStep, PhotoStep } from './step.ts';

const photoWords = {
  camera: { verb: m.inspection_take_photo, of: m.inspection_take_photo_of },
  gallery: { verb: m.inspection_choose_photo, of: m.inspection_choose_photo_of },
} as const;

type Props = {
  one: InspectionDetails;
  id: string;
  item: InspectionItem;
  steps: readonly OfflineStep[];
  say: (op: InspectionOperation) => Promise<void>;
  show: (item: string, photo: ResizedImage, way: 'camera' | 'gallery', spot?: PhotoStep['spot']) => Promise<void>;
};

/** One item: a row of large buttons, then photos and a note where they are needed. */
export function InspectionItemFields({ one, id, item, steps, say, show }: Props) {
  const name = getLocalizedName(getLocale(), item);
  const said = one.answers.find((answer) => answer.item === id);
  const [problem, setProblem] = useState('');
  const answer = (given: Omit<Extract<InspectionOperation, { do: 'answer' }>, 'do' | 'item'>) => void say({ do: 'answer', item: id, ...given });
  const bring = async (file: File | null, way: 'camera' | 'gallery') => {
    if (!file) return;
    const small = await preparePhotoUpload(file);
    setProblem(typeof small === 'string' ? small : '');
    if (typeof small !== 'string') await show(id, small, way, way === 'camera' ? await readPositionIfAllowed() : undefined);
  };
  const arrived = new Set(one.photos.map((photo) => photo.id));
  const here = steps.flatMap((step) => (step.kind === 'photo' && step.item === id && !arrived.has(step.id) ? [step] : []));
  const bad = said?.condition === 'poor' || said?.condition === 'missing' || said?.passed === false;
  const then = one.baseline?.answers.find((old) => old.item === id);
  return (
    <li className={classes.item}>
      <h3 id={`item-${id}`}>{name}</h3>
      {one.baseline && (
        <div>
          <p className={classes.quiet}>{`${m.inspection_at_move_in()}: ${formatInspectionFinding(then)}`}</p>
          <InspectionPhotos of={one.baseline.photos.filter((photo) => photo.item === id)} name={name} />
        </div>
      )}
      {/* biome-ignore lint/a11y/useSemanticElements: a row of buttons under its heading */}
      <div className={classes.choices} role="group" aria-labelledby={`item-${id}`}>
        {item.kind === 'condition'
          ? itemConditions.map((condition: ItemCondition) => (
              <Choice
                key={condition}
                on={said?.condition === condition}
                label={itemConditionLabels[condition]()}
                press={() => answer({ condition })}
              />
            ))
          : [true, false].map((passed) => (
              <Choice
                key={String(passed)}
                on={said?.passed === passed}
                label={passed ? m.inspection_yes() : m.inspection_no()}
                press={() => answer({ passed })}
              />
            ))}
      </div>
      {item.kind === 'count' && (
        <NumberInput
          label={m.inspection_counted()}
          defaultValue={said?.counted ?? ''}
          min={0}
          max={10_000}
          allowDecimal={false}
          onBlur={(event) => {
            const counted = event.currentTarget.value === '' ? null : Number(event.currentTarget.value.replace(/\D/g, ''));
            if (counted !== (said?.counted ?? null)) answer({ counted });
          }}
        />
      )}
      <Textarea
        label={bad ? m.inspection_note_needed({ name }) : m.inspection_note_of({ name })}
        defaultValue={said?.note ?? ''}
        maxLength={2000}
        autosize
        minRows={1}
        onBlur={(event) => {
          const note = event.currentTarget.value.trim();
          if (note !== (said?.note ?? '')) answer({ note });
        }}
      />
      {bad && item.kind === 'condition' && (
        <div className={classes.beside}>
          <MoneyInput
            label={m.inspection_cost()}
            defaultValue={said?.cost_cents ? toShillings(said.cost_cents) : ''}
            onLeave={(shillings) => answer({ cost_cents: shillings === '' ? null : typedAmountToCents(shillings) })}
          />
          <NativeSelect
            label={m.inspection_who_pays()}
            value={said?.charge_to ?? 'none'}
            onChange={(event) => answer({ charge_to: event.currentTarget.value as (typeof repairChargeParties)[number] })}
            data={repairChargeParties.map((who) => ({ value: who, label: repairChargePartyLabels[who]() }))}
          />
        </div>
      )}
      <InspectionPhotos of={one.photos.filter((photo) => photo.item === id)} name={name} />
      {here.length > 0 && (
        <div className={classes.photos}>
          {here.map((photo, at) => (
            <LocalPicture key={photo.id} blob={photo.blob} alt={m.inspection_photo_of({ name, n: one.photos.length + at + 1 })} />
          ))}
        </div>
      )}
      {problem && <p role="alert">{problem}</p>}
      {/* A new picture with the calibration card in it is taken with the camera. */}
      <Take ways={id === 'property.pictures' ? ['camera'] : ['camera', 'gallery']} name={name} bring={bring} />
    </li>
  );
}

const Choice = ({ on, label, press }: { on: boolean; label: string; press: () => void }) => (
  <Button size="md" variant="default" className={classes.choice ?? ''} aria-pressed={on} onClick={press}>
    {label}
  </Button>
);

type Way = keyof typeof photoWords;
const Take = ({ ways, name, bring }: { ways: readonly Way[]; name: string; bring: (file: File | null, way: Way) => Promise<void> }) => (
  <div className={classes.choices}>
    {ways.map((way) => (
      <FileButton
        key={way}
        accept="image/*"
        {...(way === 'camera' ? { capture: 'environment' as const } : {})}
        onChange={(file) => void bring(file, way)}
        inputProps={{ 'aria-label': photoWords[way].of({ name }) }}
      >
        {(props) => (
          <Button {...props} size="md" variant={way === 'camera' ? 'default' : 'subtle'} aria-label={photoWords[way].of({ name })}>
            {photoWords[way].verb()}
          </Button>
        )}
      </FileButton>
    ))}
  </div>
);
