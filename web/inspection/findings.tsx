import type { InspectionDetails } from '#contract/inspection/calls.ts';
import { isConditionWorse } from '#contract/inspection/depreciation.ts';
import { buildInspectionItemId, getLocalizedName, type InspectionArea } from '#contract/inspection/kinds.ts';
import { repairChargePartyLabels } from '#contract/inspection/labels.ts';
import { Panel } from '#web/ui/dash/panel.tsx';
import { formatKes } from '#web/ui/format.ts';
import { ToneBadge } from '#web/ui/status.tsx';
import { getLocale } from '#words/locale.js';
import { m } from '#words/messages.js';
import classes from './inspection.module.css';
import { formatInspectionFinding } from './inspection-text.ts';
import { InspectionPhotos } from './photos.tsx';

/** Disputed items first; then, area by area, the findings beside the move-in state. */
export const InspectionFindings = ({ one }: { one: InspectionDetails }) => {
  const disputed = new Set(one.answers.flatMap(({ item, answer }) => (answer === 'disputed' ? [item] : [])));
  const lines = one.areas.flatMap((area) =>
    area.items.flatMap((item) =>
      disputed.has(buildInspectionItemId(area, item))
        ? [{ id: buildInspectionItemId(area, item), name: `${getLocalizedName(getLocale(), area)}: ${getLocalizedName(getLocale(), item)}` }]
        : [],
    ),
  );
  const areas = one.areas
    .map((area) => ({ ...area, items: area.items.filter((item) => !disputed.has(buildInspectionItemId(area, item))) }))
    .filter(({ items }) => items.length > 0);
  return (
    <>
      {lines.length > 0 && (
        <Panel title={m.inspection_disputed_first()}>
          <ul className={one.baseline ? classes.rows : classes.items}>
            {lines.map(({ id, name }) => (
              <InspectionFindingItem key={id} one={one} id={id} name={name} />
            ))}
          </ul>
        </Panel>
      )}
      <Rooms one={{ ...one, areas }} />
    </>
  );
};

const Rooms = ({ one }: { one: InspectionDetails }) =>
  one.baseline ? (
    <Panel title={m.inspection_compared()}>
      <div className={classes.over} aria-hidden="true">
        <span>{m.inspection_item()}</span>
        <span>{m.inspection_at_move_in()}</span>
        <span>{m.inspection_now()}</span>
      </div>
      {one.areas.map((area) => (
        <section key={area.key} aria-labelledby={`room-${area.key}`}>
          <h3 id={`room-${area.key}`} className={classes.roomName}>
            {getLocalizedName(getLocale(), area)}
          </h3>
          <Items one={one} area={area} />
        </section>
      ))}
    </Panel>
  ) : (
    one.areas.map((area) => (
      <Panel key={area.key} title={getLocalizedName(getLocale(), area)}>
        <Items one={one} area={area} />
      </Panel>
    ))
  );

const Items = ({ one, area }: { one: InspectionDetails; area: InspectionArea }) => (
  <ul className={one.baseline ? classes.rows : classes.items}>
    {area.items.map((item) => (
      <InspectionFindingItem key={item.key} one={one} id={buildInspectionItemId(area, item)} name={getLocalizedName(getLocale(), item)} />
    ))}
  </ul>
);

type Of = { one: InspectionDetails; id: string; name: string };
export const InspectionFindingItem = (of: Of) => (of.one.baseline ? <Compared {...of} then={of.one.baseline} /> : <Seen {...of} />);

function Seen({ one, id, name }: Of) {
  const now = one.answers.find((answer) => answer.item === id);
  return (
    <li className={classes.item}>
      <div className={classes.head}>
        <h3>{name}</h3>
        <span>{formatInspectionFinding(now)}</span>
      </div>
      <Words of={now} />
      <InspectionPhotos of={one.photos.filter((photo) => photo.item === id)} name={name} />
    </li>
  );
}

/** One row per item: the move-in state, the current state, and whether it became worse. */
function Compared({ one, id, name, then }: Of & { then: NonNullable<InspectionDetails['baseline']> }) {
  const now = one.answers.find((answer) => answer.item === id);
  const before = then.answers.find((answer) => answer.item === id);
  const worse = isConditionWorse(before?.condition ?? null, now?.condition ?? null);
  return (
    <li className={classes.compared} data-worse={worse || undefined}>
      <p className={classes.name}>
        {name} {worse && <ToneBadge tone="warn">{m.inspection_worse()}</ToneBadge>}
      </p>
      <div className={classes.cell}>
        <p>
          <span className={classes.which}>{m.inspection_at_move_in()}: </span>
          {formatInspectionFinding(before)}
        </p>
        {before?.note && <p className={classes.quiet}>{before.note}</p>}
        <InspectionPhotos small of={then.photos.filter((photo) => photo.item === id)} name={name} />
      </div>
      <div className={classes.cell}>
        <p>
          <span className={classes.which}>{m.inspection_now()}: </span>
          {formatInspectionFinding(now)}
        </p>
        <Words of={now} />
        <InspectionPhotos small of={one.photos.filter((photo) => photo.item === id)} name={name} />
      </div>
    </li>
  );
}

/** The details beside the condition: note, repair and payer, another device's answer, and the tenant's dispute. */
const Words = ({ of: now }: { of: InspectionDetails['answers'][number] | undefined }) => (
  <>
    {now && (now.note || now.cost_cents) ? (
      <p className={classes.quiet}>
        {[now.note, now.cost_cents ? `${formatKes(now.cost_cents)}, ${repairChargePartyLabels[now.charge_to]()}` : ''].filter(Boolean).join('. ')}
      </p>
    ) : null}
    {now?.also_said.map((said) => (
      <p key={said.at} className={classes.quiet}>
        {m.inspection_also_said({ by: said.by, text: said.text })}
      </p>
    ))}
    {now?.answer === 'disputed' && <p className={classes.disputed}>{m.inspection_disputed_because({ note: now.answer_note })}</p>}
  </>
);
