import type { Needs, OnlyRoles } from '#contract/access/documents.ts';
import { companyRoles, type DashboardLayout } from '#contract/kernel/roles.ts';
import type { ScreenKey } from '#contract/screens.ts';

export type Wait = {
  /** The list it opens, and the filter under which that list shows exactly what was counted. */
  readonly screen: ScreenKey;
  readonly filter: Readonly<Record<string, string>>;
  /** How the list is shown, where that is a choice. */
  readonly shown?: Readonly<Record<string, string>>;
  readonly layouts: readonly DashboardLayout[];
  /** Beyond opening the list: what takes it off the list again. */
  readonly needs: Needs;
  readonly title: (said: { count: number }) => string;
  readonly verb: () => string;
  readonly icon: string;
  /** The menu's entry that carries the count, where the list itself is not on the menu. */
  readonly menu?: ScreenKey;
  /** How things stand rather than a task: shown at home, not counted in the menu. */
  readonly quiet?: true;
};

/** Who is asked, where the same people are asked for many things. */
export const heads = ['admin', 'superadmin'] as const;
const lets = ['owner', 'agent'] as const;
export const ofTenant = { layouts: ['tenant'], needs: { only: ['tenant'] } } as const;
export const ofHeads = { layouts: heads, needs: { only: heads } } as const;
export const ofCompany = <const N extends Needs>(needs: N) => ({ layouts: companyRoles, needs }) as const;
export const ofLetting = <const N extends Needs>(needs: N) => ({ layouts: lets, needs }) as const;

/** What one person asked for and another approves: for those who may approve it, and never for who asked (server/approval). */
export const ofApproval = <const L extends DashboardLayout, const N extends OnlyRoles & { readonly only: readonly L[] }>({
  needs,
}: {
  readonly needs: N;
}) => ({ layouts: needs.only, needs, filter: { waiting: 'true' } }) as const;
