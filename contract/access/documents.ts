import type { Role } from '#contract/kernel/roles.ts';

/** The 55 permission document types of the specification, section 3.1. Order is the order of the matrix on screen. */
export const permissionDocuments = [
  'admins',
  'agents',
  'amenities',
  'other_dashboard_analytics',
  'commission',
  'commission_settings',
  'contacts',
  'dashboard',
  'dealers',
  'expenses',
  'featured_properties',
  'income',
  'invites',
  'invoices',
  'locations',
  'notifications',
  'maintenance_request',
  'offers',
  'booking',
  'owners',
  'payments',
  'property',
  'property_categories',
  'settings_property_general_settings',
  'property_types',
  'property_verification',
  'property_rating_categories',
  'report_abuse',
  'revenue',
  'sub_admins',
  'settlement_errors',
  'taxes',
  'units',
  'unit_types',
  'staff_roles_and_permissions',
  'settings_general_settings',
  'staff',
  'teams',
  'tenancies',
  'tenants',
  'tenancy_transactions',
  'settlement_transactions',
  'tours',
  'work_orders',
  'vacation_request',
  'policies',
  'property_utilities',
  'property_analytics',
  'comprehensive_reports',
  'abuse_reports',
  'wallet',
  'wallet_settings',
  'pricing_plan',
  'property_pricing_plan',
  'company_pricing_plan',
] as const;
export type PermissionDocument = (typeof permissionDocuments)[number];

export const permissionActions = ['create', 'read', 'edit', 'delete'] as const;
export type PermissionAction = (typeof permissionActions)[number];

/** Every call and every screen declares the permission it requires. There is no default, so that nothing is open by omission. */
export type AccessRequirement = 'anyone' | 'signed-in' | readonly [PermissionDocument, PermissionAction] | RoleRestriction;

/**
 * Limits access to some user types. Platform features need a permission as well, so that a role can narrow them: a user type alone gives no access
 * (decision 042). Only the own account and super admin-only features have no permission.
 */
export type RoleRestriction = { readonly only: readonly Role[]; readonly with?: readonly [PermissionDocument, PermissionAction] };

/** The permission a refusal names, e.g. `invoices.edit`. */
export type Permission = `${PermissionDocument}.${PermissionAction}`;
