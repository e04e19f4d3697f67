import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router';
import { agreementCalls } from '#contract/agreement/calls.ts';
import type { TenancyDetails } from '#contract/tenancy/calls.ts';
import { type MoveInGuard, moveInGuards } from '#contract/tenancy/guards.ts';
import { useAction, useCall } from '#web/client/use-call.ts';
import { PlanInspectionForm } from '#web/inspection/plan.tsx';
import { useDashboard } from '#web/layout/screen.ts';
import { Panel } from '#web/ui/dash/panel.tsx';
import { formatDate } from '#web/ui/format.ts';
import { IconCheck, IconCircleDashed } from '#web/ui/icons.ts';
import { m } from '#words/messages.js';
import classes from './tenancy.module.css';

type Door = { readonly guard: MoveInGuard; readonly label: string; readonly press: () => void; readonly busy: boolean };

/** Links to the pages where the missing conditions for moving in are met, in the order of the list; for managers who may move the tenant in. */
export function useMoveInGuardLinks(t: TenancyDetails): { doors: readonly Door[]; dialog: ReactNode } {
  const { link } = useDashboard();
  const go = useNavigate();
  const [planning, plan] = useState(false);
  const works = t.acts.includes('activate');
  const asked = { page: 1, page_size: 20 as const, z_filter: { tenancy_id: t.id } };
  const found = useCall(agreementCalls.list, asked, { enabled: works && t.missing.includes('agreement') });
  const create = useAction(agreementCalls.create, {
    said: ({ code }) => m.said_added({ name: code }),
    done: ({ id, code }) => go(link('agreement.detail', { id, code })),
  });
  const lease = found.data?.results.find((one) => one.kind === 'lease' && ['draft', 'pending_signature', 'partially_signed'].includes(one.status));
  const { booking } = t;
  const doors: Partial<Record<MoveInGuard, Omit<Door, 'guard'>>> = {
    ...(found.data
      ? {
          agreement: {
            label: !lease ? m.tenancy_do_agreement_write() : lease.status === 'draft' ? m.tenancy_do_agreement_send() : m.tenancy_do_agreement_open(),
            press: () =>
              lease ? void go(link('agreement.detail', { id: lease.id, code: lease.code })) : create.mutate({ tenancy_id: t.id, kind: 'lease' }),
            busy: create.isPending,
          },
        }
      : {}),
    ...(booking
      ? {
          payment: {
            label: m.tenancy_do_payment(),
            press: () => void go(link('booking.detail', { id: booking.id, code: booking.code })),
            busy: false,
          },
        }
      : {}),
    inspection: { label: m.tenancy_do_inspection(), press: () => plan(true), busy: false },
  };
  return {
    doors: works
      ? t.missing.flatMap((guard) => {
          const door = doors[guard];
          return door ? [{ guard, ...door }] : [];
        })
      : [],
    dialog: planning && (
      <PlanInspectionForm
        close={() => plan(false)}
        done={() => plan(false)}
        of={{ kind: 'move_in', tenancy: t.id, unit: { id: t.unit.id, name: `${t.property.name}, ${t.unit.name}` } }}
      />
    ),
  };
}

const rowNames: Readonly<Record<MoveInGuard, (t: TenancyDetails) => string>> = {
  agreement: () => m.tenancy_row_agreement(),
  payment: () => m.tenancy_row_payment(),
  inspection: () => m.tenancy_row_inspection(),
  unit: (t) => (t.missing.includes('unit') ? m.tenancy_row_unit_missing() : m.tenancy_row_unit()),
  start: (t) => m.tenancy_row_start({ day: formatDate(t.starts_on) }),
};
function standing(t: TenancyDetails, guard: MoveInGuard): string {
  if (t.missing.includes(guard)) return guard === 'start' || guard === 'unit' ? m.tenancy_check_not_yet() : m.tenancy_check_missing();
  return t.waived.some(({ what }) => what === guard) ? m.tenancy_check_waived() : m.tenancy_check_there();
}

/** The conditions for moving in: met, waived, or missing with a link. */
export function MoveInChecklist({ of: t }: { of: TenancyDetails }) {
  const { doors, dialog } = useMoveInGuardLinks(t);
  return (
    <Panel
      title={m.tenancy_panel_checklist()}
      right={
        <small className={classes.quiet}>
          {m.dashboard_list_of({ occupied: moveInGuards.length - t.missing.length, units: moveInGuards.length })}
        </small>
      }
    >
      <ul className={classes.list}>
        {moveInGuards.map((guard) => {
          const lacks = t.missing.includes(guard);
          const door = doors.find((one) => one.guard === guard);
          return (
            <li key={guard} className={classes.check} data-lacks={lacks || undefined}>
              {lacks ? <IconCircleDashed size={18} aria-hidden /> : <IconCheck size={18} aria-hidden />}
              <span className={classes.said}>
                {rowNames[guard](t)}
                <span className={classes.quiet}>{standing(t, guard)}</span>
              </span>
              {door && (
                <Button size="compact-sm" variant="default" loading={door.busy} onClick={door.press}>
                  {door.label}
                </Button>
              )}
            </li>
          );
        })}
      </ul>
      {dialog}
    </Panel>
  );
}
