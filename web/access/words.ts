import type { PermissionAction, PermissionDocument } from '#contract/access/documents.ts';
import { permissionActionLabels, permissionDocumentLabels } from '#contract/access/labels.ts';
import { m } from '#words/messages.js';

export const formatPermissionName = (permission: string): string => {
  const [document, action] = permission.split('.') as [PermissionDocument, PermissionAction];
  return `${permissionDocumentLabels[document]()}: ${permissionActionLabels[action]().toLowerCase()}`;
};

/** A short description of what a team works on. */
export const formatWorkScope = (limited: boolean, properties: number): string =>
  limited ? m.access_team_properties_count({ count: properties }) : m.access_team_works_all();
