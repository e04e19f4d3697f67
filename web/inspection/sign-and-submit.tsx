import { Button, NativeSelect, NumberInput, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { InspectionDetails } from '#contract/inspection/calls.ts';
import { type InspectionSignerRole, inspectionMeterKinds, inspectionSignerRoles } from '#contract/inspection/kinds.ts';
import { inspectionMeterLabels, inspectionSignerRoleLabels } from '#contract/inspection/labels.ts';
import type { InspectionOperation } from '#contract/inspection/shapes.ts';
import { SignatureField } from '#web/agreement/signing-pad.tsx';
import { useApp } from '#web/layout/app.tsx';
import { Panel } from '#web/ui/dash/panel.tsx';
import { formatDateTime } from '#web/ui/format.ts';
import { Note } from '#web/ui/public/note.tsx';
import { m } from '#words/messages.js';
import { readCurrentPosition } from './device-position.ts';
import classes from './inspection.module.css';
import { formatInspectionDistance, formatInspectionSignature } from './inspection-text.ts';

type Props = { one: InspectionDetails; say: (op: InspectionOperation) => Promise<void> };

/** The last part of an inspection: keys, meters, position if needed, and signatures. */
export const InspectionSubmissionForm = (props: Props) => (
  <>
    {props.one.kind === 'verification' ? <Place {...props} /> : <Keys {...props} />}
    <Signing {...props} />
  </>
);

function Keys({ one, say }: Props) {
  const [kind, setKind] = useState<(typeof inspectionMeterKinds)[number]>('water');
  const [meter, setMeter] = useState('');
  const [value, setValue] = useState<number | string>('');
  const add = async () => {
    await say({ do: 'reading', kind, meter: meter.trim(), value: Number(value) });
    setMeter('');
    setValue('');
  };
  return (
    <Panel title={m.inspection_keys_meters()}>
      <div className={classes.stack}>
        <NumberInput
          label={m.inspection_keys()}
          defaultValue={one.keys_count ?? ''}
          min={0}
          max={100}
          allowDecimal={false}
          onBlur={(event) => void say({ do: 'keys', count: event.currentTarget.value === '' ? null : Number(event.currentTarget.value) })}
        />
        {one.readings.map((reading) => (
          <p key={`${reading.kind} ${reading.meter}`}>
            {`${inspectionMeterLabels[reading.kind]()} ${reading.meter}: ${reading.value}`}{' '}
            <Button
              variant="subtle"
              size="compact-sm"
              aria-label={m.inspection_reading_drop({ meter: reading.meter })}
              onClick={() => void say({ do: 'reading', kind: reading.kind, meter: reading.meter, value: null })}
            >
              {m.inspection_drop()}
            </Button>
          </p>
        ))}
        <div className={classes.beside}>
          <NativeSelect
            label={m.inspection_meter()}
            value={kind}
            onChange={(event) => setKind(event.currentTarget.value as typeof kind)}
            data={inspectionMeterKinds.map((one_) => ({ value: one_, label: inspectionMeterLabels[one_]() }))}
          />
          <TextInput label={m.inspection_meter_number()} value={meter} maxLength={60} onChange={(event) => setMeter(event.currentTarget.value)} />
          <NumberInput label={m.inspection_meter_value()} value={value} min={0} onChange={setValue} />
        </div>
        <div>
          <Button variant="default" disabled={meter.trim() === '' || value === ''} onClick={() => void add()}>
            {m.inspection_reading_add()}
          </Button>
        </div>
      </div>
    </Panel>
  );
}

function Place({ one, say }: Props) {
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState(false);
  const look = async () => {
    setBusy(true);
    const spot = await readCurrentPosition();
    setBusy(false);
    setProblem(spot ? '' : m.inspection_place_none());
    if (spot) await say({ do: 'place', ...spot });
  };
  return (
    <Panel title={m.inspection_stood()}>
      <p className={classes.quiet}>{m.inspection_place_help()}</p>
      {one.place && <p>{m.inspection_place_kept({ when: formatDateTime(one.place.at), sure: one.place.accuracy_m })}</p>}
      {one.place?.verdict === 'far' && one.place.metres !== null && (
        <Note tone="bad">{m.inspection_far({ far: formatInspectionDistance(one.place.metres, one.place.accuracy_m) })}</Note>
      )}
      {problem && <p role="alert">{problem}</p>}
      <Button size="md" variant="default" loading={busy} onClick={() => void look()}>
        {m.inspection_place_take()}
      </Button>
    </Panel>
  );
}

function Signing({ one, say }: Props) {
  const { user } = useApp();
  const [role, setRole] = useState<InspectionSignerRole>('inspector');
  const [name, setName] = useState(user?.name ?? '');
  const [drawn, setDrawn] = useState('');
  const [given, setGiven] = useState(0);
  // A verification is signed by the inspector only, because the whole property has no tenant.
  const signers: readonly InspectionSignerRole[] =
    one.kind === 'verification' ? inspectionSignerRoles.filter((each) => each === 'inspector') : inspectionSignerRoles;
  const choose = (next: InspectionSignerRole) => {
    setRole(next);
    setName(next === 'inspector' ? (user?.name ?? '') : next === 'tenant' ? (one.tenancy?.lead ?? '') : '');
  };
  // The content changed after the inspector signed, so the inspector must sign again before the others.
  const again = one.signatures.some((signed) => signed.role === 'inspector' && !signed.holds);
  const [asked, setAsked] = useState(again);
  if (again !== asked) {
    setAsked(again);
    if (again) choose('inspector');
  }
  const sign = async () => {
    await say({ do: 'sign', role, name: name.trim(), ...(drawn ? { drawn } : {}) });
    // The next person starts with an empty signature field.
    setDrawn('');
    setGiven(given + 1);
    // The form also switches to the next signer.
    if (signers.includes('tenant')) choose(role === 'inspector' ? 'tenant' : 'inspector');
  };
  return (
    <Panel title={m.inspection_signatures()}>
      <div className={classes.stack}>
        <p className={classes.quiet}>{m.inspection_sign_help()}</p>
        {one.signatures.map((signed) => (
          <p
            key={signed.role}
          >{`${inspectionSignerRoleLabels[signed.role]()}: ${signed.name}, ${formatInspectionSignature(signed)}. ${signed.holds ? m.inspection_signature_holds() : m.inspection_signature_old()}`}</p>
        ))}
        <div className={classes.beside}>
          <NativeSelect
            label={m.inspection_signs()}
            value={role}
            onChange={(event) => choose(event.currentTarget.value as InspectionSignerRole)}
            data={signers.map((one_) => ({ value: one_, label: inspectionSignerRoleLabels[one_]() }))}
          />
          <TextInput label={m.inspection_sign_name()} value={name} maxLength={120} onChange={(event) => setName(event.currentTarget.value)} />
        </div>
        <SignatureField key={given} onDrawn={setDrawn} />
        <div>
          <Button size="md" variant="default" disabled={name.trim().length < 2} onClick={() => void sign()}>
            {m.inspection_sign()}
          </Button>
        </div>
      </div>
    </Panel>
  );
}
