import { type Permission, type PermissionDocument, permissionActions } from '#contract/access/documents.ts';

type DemoRole = { readonly name: string; readonly grants: readonly Permission[] /** The one the demo staff member has. */; readonly usual: boolean };

const all = (...documents: PermissionDocument[]): Permission[] => documents.flatMap((d) => permissionActions.map((a) => `${d}.${a}` as const));
const read = (...documents: PermissionDocument[]): Permission[] => documents.map((d) => `${d}.read` as const);

/** Roles a small company starts with: a caretaker and an accountant. */
export const staffRoles: readonly DemoRole[] = [
  {
    name: 'Caretaker',
    usual: true,
    grants: [
      ...read('dashboard', 'property', 'units', 'tenancies', 'tenants', 'tours'),
      ...all('maintenance_request', 'work_orders', 'notifications'),
      // The caretaker can read meters, but not change tariffs.
      'property_utilities.read',
      'property_utilities.edit',
    ],
  },
  {
    name: 'Accountant',
    usual: false,
    grants: [
      ...read('dashboard', 'property', 'tenancies', 'tenants', 'comprehensive_reports', 'property_utilities'),
      ...all('invoices', 'payments', 'expenses', 'income', 'taxes'),
    ],
  },
];
