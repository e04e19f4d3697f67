import type { AccessRequirement, RoleRestriction } from '#contract/access/documents.ts';
import { companyRoles, type DashboardLayout } from '#contract/kernel/roles.ts';
import type { ScreenKey } from '#contract/screens.ts';

export type PendingTask = {
  /** The list that the task opens, and the filter under which that list shows exactly the counted records. */
  readonly screen: ScreenKey;
  readonly filter: Readonly<Record<string, string>>;
  /** The view of the list, where there is a choice. */
  readonly shown?: Readonly<Record<string, string>>;
  readonly layouts: readonly DashboardLayout[];
  /** The permission to complete the task, beyond the permission to open the list. */
  readonly needs: AccessRequirement;
  readonly title: (said: { count: number }) => string;
  readonly verb: () => string;
  readonly icon: string;
  /** The menu entry that shows the count, when the list itself is not in the menu. */
  readonly menu?: ScreenKey;
  /** The entry is a status rather than a task: the home page shows it, and the menu does not count it. */
  readonly quiet?: true;
};

/** User types that many tasks share. */
export const adminRoles = ['admin', 'superadmin'] as const;
const lets = ['owner', 'agent'] as const;
export const tenantTask = { layouts: ['tenant'], needs: { only: ['tenant'] } } as const;
export const adminTask = { layouts: adminRoles, needs: { only: adminRoles } } as const;
export const buildCompanyTask = <const N extends AccessRequirement>(needs: N) => ({ layouts: companyRoles, needs }) as const;
export const buildLettingTask = <const N extends AccessRequirement>(needs: N) => ({ layouts: lets, needs }) as const;

/** A request that needs a second approver: for people who may approve it, never for the requester (server/approval). */
export const buildApprovalTask = <const L extends DashboardLayout, const N extends RoleRestriction & { readonly only: readonly L[] }>({
  needs,
}: {
  readonly needs: N;
}) => ({ layouts: needs.only, needs, filter: { waiting: 'true' } }) as const;
