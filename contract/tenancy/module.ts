import { defineModule } from '#contract/kernel/module.ts';
import { definePayload } from '#contract/kernel/payload.ts';
import { companyRoles, dashboardRoles } from '#contract/kernel/roles.ts';
import { m } from '#words/messages.js';
import type { TenancyChargeFrequency, TenancyEndKind } from './kinds.ts';
import { tenancyMachine } from './machine.ts';
import { tenancyPublicScreens } from './public-pages.ts';

type Dated = { home: string; day: string };
const told = { group: 'tenancy', channels: ['app', 'email', 'sms'] } as const;
const quietly = { group: 'tenancy', channels: ['app', 'email'] } as const;
const dated = { ...told, params: definePayload<Dated>() };
const ending = { ...told, params: definePayload<Dated & { days: string }>() };

export const tenancyModule = defineModule({
  screens: {
    ...tenancyPublicScreens,
    list: {
      title: m.tenancy_title,
      at: 'tenancies',
      layouts: dashboardRoles,
      needs: ['tenancies', 'read'],
      view: 'tenancy/list',
      menu: { group: 'tenancies', icon: 'Key', order: 10 },
    },
    detail: { title: m.tenancy_one, at: 'tenancies/:id', layouts: dashboardRoles, needs: ['tenancies', 'read'], view: 'tenancy/detail' },
    create: { title: m.tenancy_new, at: 'tenancies/create_tenancy', layouts: companyRoles, needs: ['tenancies', 'create'], view: 'tenancy/create' },
  },
  machines: [tenancyMachine],
  groups: { tenancy: m.tenancy_group },
  events: {
    'tenancy.starting': dated,
    /** Sent to the manager: the move-in payment is complete, and the next step is theirs. */
    'tenancy.ready': { ...quietly, params: definePayload<Dated & { name: string }>() },
    /** Sent to payers: a manager recorded that they already rent the home. It needs their answer; without an account they answer by a link. */
    'tenancy.terms_asked': { ...told, binds: true, params: definePayload<Dated & { by: string; until: string }>() },
    /** Sent to the manager: a person at the recorded contact of an imported tenancy says that they do not rent the home. */
    'tenancy.terms_declined': { ...quietly, type: 'warning', binds: true, params: definePayload<{ home: string; name: string }>() },
    'tenancy.active': { ...dated, type: 'success' },
    /** Sent to the manager once a day: the missing conditions for moving in. */
    'tenancy.missing': { ...quietly, type: 'warning', params: definePayload<Dated & { missing: string }>() },
    'tenancy.leaving': dated,
    /** Sent to the tenant: the manager recorded the end of the tenancy with a document. The message gives the kind of ending and how to object. */
    'tenancy.leaving_written': {
      ...told,
      binds: true,
      params: definePayload<Dated & { kind: TenancyEndKind; by: string; reach: string; help: string }>(),
    },
    /** Sent to the manager: a payer objects to the recorded move-out, which cannot be completed for now. */
    'tenancy.leaving_objected': { ...quietly, type: 'warning', binds: true, params: definePayload<Dated & { name: string; reason: string }>() },
    'tenancy.objection_off': { ...quietly, params: definePayload<Dated>() },
    /** The platform confirmed the order despite the objection. */
    'tenancy.objection_overruled': { ...dated, type: 'warning', binds: true },
    /** The platform did not confirm the order. */
    'tenancy.objection_upheld': { ...dated, binds: true },
    /** Sent to the tenant: a request to leave earlier than the notice period. It needs their answer. */
    'tenancy.leaving_asked': { ...dated, binds: true },
    'tenancy.leaving_off': dated,
    'tenancy.staying': { ...told, params: definePayload<{ home: string }>() },
    'tenancy.ending90': ending,
    'tenancy.ending60': ending,
    'tenancy.ending30': ending,
    'tenancy.expired': dated,
    'tenancy.rolled': dated,
    'tenancy.delayed': { ...dated, type: 'warning' },
    /** Sent to the next tenant: the day on which the home becomes available was agreed or moved. */
    'tenancy.next_free': dated,
    'tenancy.late': { ...quietly, type: 'warning', params: definePayload<Dated>() },
    'tenancy.renewal_offer': { ...told, binds: true, params: definePayload<Dated & { rent: string; until: string }>() },
    'tenancy.renewal_declined': { ...quietly, params: definePayload<{ home: string }>() },
    'tenancy.renewed': { ...dated, type: 'success' },
    'tenancy.rent_change': { ...told, params: definePayload<Dated & { rent: string }>() },
    /** An announced rent change was withdrawn. */
    'tenancy.rent_kept': { ...told, params: definePayload<Dated & { rent: string }>() },
    /** A new charge from a day on; without an amount it is metered. */
    'tenancy.charge': { ...told, params: definePayload<Dated & { label: string; amount: string; often: TenancyChargeFrequency }>() },
    'tenancy.renewal_off': { ...told, params: definePayload<{ home: string }>() },
    'tenancy.people': { ...quietly, params: definePayload<Dated>() },
    /** Sent to people who would become payers or no longer be payers. The change requires their answer. */
    'tenancy.people_asked': { ...dated, binds: true },
    /** Sent to a payer whose departure a document states: the change takes effect on a day unless they decline. */
    'tenancy.people_shown': { ...told, type: 'warning', binds: true, params: definePayload<Dated & { until: string }>() },
    'tenancy.people_off': dated,
    /** Sent to a person whom a document removed from the payers, so that they can read it and object. */
    'tenancy.taken_out': { ...dated, type: 'warning', binds: true },
    'tenancy.transfer_planned': dated,
    'tenancy.transfer_off': dated,
    'tenancy.transferred': dated,
    /** The property was sold, or they moved to one that was: names the new landlord. */
    'tenancy.new_holder': { ...told, params: definePayload<{ home: string; holder: string }>() },
    /** The agent's mandate ended: names the new contact. */
    'tenancy.agent_gone': { ...told, params: definePayload<{ home: string; agent: string; holder: string; reach: string }>() },
    'tenancy.terminated': dated,
  },
});
