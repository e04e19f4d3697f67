import type { MenuGroup } from '#contract/kernel/screen.ts';
import type { Document } from './documents.ts';

export type DocumentGroup = Exclude<MenuGroup, 'top' | 'team'>;

/** Under which heading of the matrix a document stands. Each stands once: the type says so for all, a test for none twice. */
export const documentGroups: Readonly<Record<DocumentGroup, readonly Document[]>> = {
  portfolio: [
    'dashboard',
    'property',
    'units',
    'featured_properties',
    'offers',
    'tours',
    'booking',
    'property_verification',
    'property_utilities',
    'property_analytics',
    'property_rating_categories',
    'settings_property_general_settings',
    'amenities',
    'property_types',
    'property_categories',
    'unit_types',
    'locations',
  ],
  tenancies: ['tenancies', 'tenants', 'invoices', 'maintenance_request', 'work_orders', 'vacation_request', 'contacts'],
  money: [
    'payments',
    'tenancy_transactions',
    'expenses',
    'income',
    'taxes',
    'wallet',
    'wallet_settings',
    'commission',
    'commission_settings',
    'revenue',
    'settlement_transactions',
    'settlement_errors',
    'comprehensive_reports',
    'pricing_plan',
    'property_pricing_plan',
    'company_pricing_plan',
  ],
  people: ['staff', 'teams', 'staff_roles_and_permissions', 'invites', 'agents', 'owners', 'dealers', 'sub_admins', 'admins'],
  platform: ['notifications', 'other_dashboard_analytics', 'policies', 'report_abuse', 'abuse_reports', 'settings_general_settings'],
};

/** What has no document of its own in the specification goes with the one it belongs to; the matrix says so in a row beneath it. */
export const standUnder = [
  { what: 'listings', room: 'listing', under: 'units' },
  { what: 'leads', room: 'lead', under: 'contacts' },
  { what: 'reviews', room: 'review', under: 'property' },
] as const satisfies readonly { readonly what: string; readonly room: string; readonly under: Document }[];
export type Beneath = (typeof standUnder)[number]['what'];
