import type { MenuGroup } from '#contract/kernel/screen.ts';
import type { PermissionDocument } from './documents.ts';

export type DocumentGroup = Exclude<MenuGroup, 'top' | 'team' | 'help'>;

/** The matrix heading of each document. The type guarantees that every document is listed; a test guarantees that none is listed twice. */
export const documentGroups: Readonly<Record<DocumentGroup, readonly PermissionDocument[]>> = {
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

/** Areas without a permission document in the specification use the permission of a related document; the matrix lists them in a row beneath it. */
export const areasWithoutDocument = [
  { what: 'listings', module: 'listing', under: 'units' },
  { what: 'leads', module: 'lead', under: 'contacts' },
  { what: 'reviews', module: 'review', under: 'property' },
] as const satisfies readonly { readonly what: string; readonly module: string; readonly under: PermissionDocument }[];
export type AreaWithoutDocument = (typeof areasWithoutDocument)[number]['what'];
