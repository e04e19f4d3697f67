import { payload } from '#contract/kernel/payload.ts';
import { room } from '#contract/kernel/room.ts';
import { m } from '#words/messages.js';

const companies = ['agent', 'dealer', 'owner'] as const;

/** A company's relation to those who ask, come, live or lived in its homes. The accounts themselves are the people room's, for the platform. */
export const tenantRoom = room({
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
    /** To a number that stands for somebody in a lease no more: whoever has it says so where that is wrong. */
    'tenant.number_gone': { group: 'tenancy', channels: ['sms'], always: true, type: 'warning', params: payload<{ company: string }>() },
    /** To whose account a lease was joined. */
    'tenant.joined': { group: 'tenancy', channels: ['app', 'email', 'sms'], binds: true, params: payload<{ company: string; name: string }>() },
  },
});
