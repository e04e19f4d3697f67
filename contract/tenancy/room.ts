import { payload } from '#contract/kernel/payload.ts';
import { companyRoles, sixRoles } from '#contract/kernel/roles.ts';
import { room } from '#contract/kernel/room.ts';
import { m } from '#words/messages.js';
import type { ChargeOften, EndKind } from './kinds.ts';
import { tenancyMachine } from './machine.ts';

type Dated = { home: string; day: string };
const told = { group: 'tenancy', channels: ['app', 'email', 'sms'] } as const;
const quietly = { group: 'tenancy', channels: ['app', 'email'] } as const;
const dated = { ...told, params: payload<Dated>() };
const ending = { ...told, params: payload<Dated & { days: string }>() };

export const tenancyRoom = room({
  screens: {
    list: {
      title: m.tenancy_title,
      at: 'tenancies',
      layouts: sixRoles,
      needs: ['tenancies', 'read'],
      view: 'tenancy/list',
      menu: { group: 'tenancies', icon: 'Key', order: 10 },
    },
    detail: { title: m.tenancy_one, at: 'tenancies/:id', layouts: sixRoles, needs: ['tenancies', 'read'], view: 'tenancy/detail' },
    create: { title: m.tenancy_new, at: 'tenancies/create_tenancy', layouts: companyRoles, needs: ['tenancies', 'create'], view: 'tenancy/create' },
  },
  machines: [tenancyMachine],
  groups: { tenancy: m.tenancy_group },
  events: {
    'tenancy.starting': dated,
    /** To who manages the home: it was paid for, and what comes next is theirs to do. */
    'tenancy.ready': { ...quietly, params: payload<Dated & { name: string }>() },
    'tenancy.active': { ...dated, type: 'success' },
    /** Once a day, to who manages the home: what keeps them from moving in. */
    'tenancy.missing': { ...quietly, type: 'warning', params: payload<Dated & { missing: string }>() },
    'tenancy.leaving': dated,
    /** To who lives there: leaving was written down by who manages the home, with a document; how it came about, and where to object. */
    'tenancy.leaving_written': { ...told, binds: true, params: payload<Dated & { kind: EndKind; by: string; reach: string; help: string }>() },
    /** To who lives there: leave sooner than the notice says? It waits for their answer. */
    'tenancy.leaving_asked': { ...dated, binds: true },
    'tenancy.leaving_off': dated,
    'tenancy.staying': { ...told, params: payload<{ home: string }>() },
    'tenancy.ending90': ending,
    'tenancy.ending60': ending,
    'tenancy.ending30': ending,
    'tenancy.expired': dated,
    'tenancy.rolled': dated,
    'tenancy.delayed': { ...dated, type: 'warning' },
    /** To who comes next: the day the home is free was agreed or moved. */
    'tenancy.next_free': dated,
    'tenancy.late': { ...quietly, type: 'warning', params: payload<Dated>() },
    'tenancy.renewal_offer': { ...told, binds: true, params: payload<Dated & { rent: string; until: string }>() },
    'tenancy.renewal_declined': { ...quietly, params: payload<{ home: string }>() },
    'tenancy.renewed': { ...dated, type: 'success' },
    'tenancy.rent_change': { ...told, params: payload<Dated & { rent: string }>() },
    /** A rent that was told of does not come. */
    'tenancy.rent_kept': { ...told, params: payload<Dated & { rent: string }>() },
    /** Something more is asked for from a day on; without an amount a meter says how much. */
    'tenancy.charge': { ...told, params: payload<Dated & { label: string; amount: string; often: ChargeOften }>() },
    'tenancy.renewal_off': { ...told, params: payload<{ home: string }>() },
    'tenancy.people': { ...quietly, params: payload<Dated>() },
    /** To whom it makes one who pays, or one who pays no more: it waits for their answer. */
    'tenancy.people_asked': { ...dated, binds: true },
    'tenancy.people_off': dated,
    /** To who pays no more by a document that was brought: they read it, and object where it is not so. */
    'tenancy.taken_out': { ...dated, type: 'warning', binds: true },
    'tenancy.transfer_planned': dated,
    'tenancy.transfer_off': dated,
    'tenancy.transferred': dated,
    /** The property was sold, or they moved to one that was: who answers for it now. */
    'tenancy.new_holder': { ...told, params: payload<{ home: string; holder: string }>() },
    /** The agent is gone: whom they turn to now. */
    'tenancy.agent_gone': { ...told, params: payload<{ home: string; agent: string; holder: string; reach: string }>() },
    'tenancy.terminated': dated,
  },
});
