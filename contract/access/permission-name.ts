import type { PermissionAction, PermissionDocument } from './documents.ts';
import { permissionActionLabels, permissionDocumentLabels } from './labels.ts';

/** A permission as people read it: "Payments: edit". */
export function formatPermissionName(permission: string): string {
  const [document, action] = permission.split('.') as [PermissionDocument, PermissionAction];
  return document in permissionDocumentLabels && action in permissionActionLabels
    ? `${permissionDocumentLabels[document]()}: ${permissionActionLabels[action]().toLowerCase()}`
    : permission;
}
