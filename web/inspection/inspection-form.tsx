import { Button } from '@mantine/core';
import { Fragment, useEffect, useState } from 'react';
import { type InspectionDetails, inspectionCalls } from '#contract/inspection/calls.ts';
import { buildInspectionItemId, getLocalizedName, type InspectionArea, listInspectionItems } from '#contract/inspection/kinds.ts';
import { inspectionKindLabels } from '#contract/inspection/labels.ts';
import type { InspectionOperation } from '#contract/inspection/shapes.ts';
import { propertyCalls } from '#contract/property/calls.ts';
import { CallRejectedError } from '#web/client/send.ts';
import { useAction, useReplaceCallResult } from '#web/client/use-call.ts';
import { ConfirmModal } from '#web/ui/dash/overlay/confirm-modal.tsx';
import { PageHeader } from '#web/ui/dash/page-header.tsx';
import { Panel } from '#web/ui/dash/panel.tsx';
import { Note } from '#web/ui/public/note.tsx';
import { getLocale } from '#words/locale.js';
import { m } from '#words/messages.js';
import { findFailedChecks } from './failed-checks.ts';
import { InspectionItemFields } from './form-item.tsx';
import classes from './inspection.module.css';
import { formatInspectionPlace } from './inspection-text.ts';
import { InspectionSubmissionForm } from './sign-and-submit.tsx';
import { isItemAnswered, listRemainingGoodOperations } from './steps.ts';
import type { OfflineSaving } from './use-offline-inspection.ts';
import { useInspectionSteps } from './use-steps.ts';

type Props = { one: InspectionDetails; along: OfflineSaving; close: () => void };

/** The form on site, for one-handed use, item by item. The device that begins gets the edit lock; another device can take it over. */
export function InspectionForm({ one, along, close }: Props) {
  const steps = useInspectionSteps(one);
  const { now, device } = steps;
  const take = useAction(inspectionCalls.acquireEditLock, { quiet: true });
  const mine = now.status === 'in_progress' && (now.device === null || now.device === device);
  const { take: takeAlong, taken } = along;
  // Saves the inspection offline as soon as the person begins.
  useEffect(() => {
    if (mine && taken === null) takeAlong();
  }, [mine, taken, takeAlong]);
  return (
    <>
      <PageHeader
        title={inspectionKindLabels[one.kind]()}
        sub={formatInspectionPlace(one)}
        actions={
          <Button variant="default" onClick={close}>
            {m.inspection_back()}
          </Button>
        }
      />
      {now.status === 'scheduled' && (
        <Panel title={m.inspection_begin()}>
          <div className={classes.stack}>
            <p className={classes.text}>{one.card ? m.inspection_begin_verification() : m.inspection_begin_text()}</p>
            {one.card && <p className={classes.card}>{one.card}</p>}
            <div>
              <Button size="lg" onClick={() => void steps.begin()}>
                {m.inspection_begin()}
              </Button>
            </div>
          </div>
        </Panel>
      )}
      {now.status === 'in_progress' && !mine && (
        <Panel title={m.inspection_elsewhere()}>
          <div className={classes.stack}>
            <p className={classes.text}>{m.inspection_elsewhere_text()}</p>
            <div>
              <Button size="lg" loading={take.isPending} onClick={() => take.mutate({ id: one.id, device })}>
                {m.inspection_take_over()}
              </Button>
            </div>
          </div>
        </Panel>
      )}
      {mine && <Form one={one} {...steps} along={along} close={close} />}
    </>
  );
}

function Form({ one, along, close, now, steps, unseen, problem, say, sayAll, show, go, device }: Props & ReturnType<typeof useInspectionSteps>) {
  const put = useReplaceCallResult(inspectionCalls.details);
  const [asking, ask] = useState(false);
  const submit = useAction(inspectionCalls.submit, {
    inPlace: true,
    touches: [propertyCalls],
    said: ({ code }) => m.inspection_said_submitted({ code }),
    done: (handedIn) => {
      put({ id: one.id }, handedIn);
      along.letGo();
      close();
    },
  });
  // The problem is shown at its item, and the page scrolls to it.
  const at = submit.error instanceof CallRejectedError ? String(submit.error.body.item ?? '') : '';
  useEffect(() => {
    if (at) document.getElementById(`item-${at}`)?.scrollIntoView({ block: 'center' });
  }, [at]);
  const items = listInspectionItems(now.areas);
  const byItem = new Map(now.answers.map((answer) => [answer.item, answer]));
  const done = items.filter((item) => isItemAnswered(item, byItem.get(item.id))).length;
  const failed = one.kind === 'verification' ? findFailedChecks(now) : [];
  const handIn = async () => {
    ask(false);
    if (await go()) submit.mutate({ id: one.id, device });
  };
  const waits = steps.length > 0 ? m.inspection_waiting({ count: steps.length }) : m.inspection_all_arrived();
  return (
    <div className={classes.stack}>
      <p className={classes.progress} role="status">
        {m.inspection_progress({ done, of: items.length })} <span className={classes.quiet}>{waits}</span>
      </p>
      {one.card && <p className={classes.card}>{one.card}</p>}
      {along.low && <Note tone="guard">{m.inspection_low_room()}</Note>}
      {problem && <Note tone="bad">{problem}</Note>}
      {now.areas.map((area) => (
        <Panel key={area.key} title={getLocalizedName(getLocale(), area)}>
          <ul className={classes.items}>
            {area.items.map((item) => (
              <Fragment key={item.key}>
                <InspectionItemFields one={now} id={buildInspectionItemId(area, item)} item={item} steps={unseen} say={say} show={show} />
                {at === buildInspectionItemId(area, item) && (
                  <li>
                    <Note tone="bad" alert>
                      {submit.problem}
                    </Note>
                  </li>
                )}
              </Fragment>
            ))}
          </ul>
          <RestGood area={area} ops={listRemainingGoodOperations(area, now.answers)} sayAll={sayAll} />
        </Panel>
      ))}
      <InspectionSubmissionForm one={now} say={say} />
      {submit.problem && !at && <Note tone="bad">{submit.problem}</Note>}
      {steps.length > 0 && <Note tone="guard">{m.inspection_hand_in_later()}</Note>}
      <div>
        <Button size="lg" loading={submit.isPending} onClick={() => (failed.length > 0 ? ask(true) : void handIn())}>
          {m.inspection_submit()}
        </Button>
      </div>
      <ConfirmModal
        opened={asking}
        onClose={() => ask(false)}
        title={m.inspection_will_reject_title()}
        confirmLabel={m.inspection_submit()}
        cancelLabel={m.shell_cancel()}
        closeLabel={m.shell_close()}
        danger
        onConfirm={() => void handIn()}
      >
        {m.inspection_will_reject({ what: failed.join('; ') })}
      </ConfirmModal>
    </div>
  );
}

/** Marks the remaining items of an area as good with one press. */
function RestGood({
  area,
  ops,
  sayAll,
}: {
  area: InspectionArea;
  ops: readonly InspectionOperation[];
  sayAll: (ops: readonly InspectionOperation[]) => Promise<void>;
}) {
  if (ops.length < 2) return null;
  return (
    <div className={classes.rest}>
      <Button
        size="md"
        variant="default"
        aria-label={m.inspection_rest_good_of({ room: getLocalizedName(getLocale(), area) })}
        onClick={() => void sayAll(ops)}
      >
        {m.inspection_rest_good()}
      </Button>
    </div>
  );
}
