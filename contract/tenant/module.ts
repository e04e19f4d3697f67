import { defineModule } from '#contract/kernel/module.ts';
import { definePayload } from '#contract/kernel/payload.ts';
import { m } from '#words/messages.js';

const companies = ['agent', 'dealer', 'owner'] as const;

/** A company's records of its applicants and of its future, current and former tenants. User accounts belong to the people module of the platform. */
export const tenantModule = defineModule({
  screens: {
    list: {
      title: m.tenant_title,
      at: 'tenancies/tenants',
      layouts: companies,
      needs: ['tenants', 'read'],
      view: 'tenant/list',
      menu: { group: 'tenancies', icon: 'Users', order: 20 },
    },
    detail: { title: m.tenant_screen_one, at: 'tenancies/tenants/:id', layouts: companies, needs: ['tenants', 'read'], view: 'tenant/detail' },
  },
  audits: { tenant_note: m.tenant_audit_note },
  events: {
    /** Sent to a number or email that was removed from a lease, so that its owner can object if that is wrong. */
    'tenant.number_gone': {
      group: 'tenancy',
      channels: ['sms', 'email'],
      always: true,
      type: 'warning',
      params: definePayload<{ company: string }>(),
    },
    /** Sent to a user whose account was linked to a lease. */
    'tenant.joined': { group: 'tenancy', channels: ['app', 'email', 'sms'], binds: true, params: definePayload<{ company: string; name: string }>() },
  },
});
