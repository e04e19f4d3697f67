import type { Document } from '#contract/access/documents.ts';
import type { Room } from '#contract/kernel/room.ts';
import { rooms } from '#contract/rooms.ts';
import { m } from '#words/messages.js';

/** What a permission document is called on screen. One without a name does not compile. */
export const documentNames: Readonly<Record<Document, () => string>> = {
  admins: m.audit_document_admins,
  agents: m.audit_document_agents,
  amenities: m.audit_document_amenities,
  other_dashboard_analytics: m.audit_document_other_dashboard_analytics,
  commission: m.audit_document_commission,
  commission_settings: m.audit_document_commission_settings,
  contacts: m.audit_document_contacts,
  dashboard: m.audit_document_dashboard,
  dealers: m.audit_document_dealers,
  expenses: m.audit_document_expenses,
  featured_properties: m.audit_document_featured_properties,
  income: m.audit_document_income,
  invites: m.audit_document_invites,
  invoices: m.audit_document_invoices,
  locations: m.audit_document_locations,
  notifications: m.audit_document_notifications,
  maintenance_request: m.audit_document_maintenance_request,
  offers: m.audit_document_offers,
  booking: m.audit_document_booking,
  owners: m.audit_document_owners,
  payments: m.audit_document_payments,
  property: m.audit_document_property,
  property_categories: m.audit_document_property_categories,
  settings_property_general_settings: m.audit_document_settings_property_general_settings,
  property_types: m.audit_document_property_types,
  property_verification: m.audit_document_property_verification,
  property_rating_categories: m.audit_document_property_rating_categories,
  report_abuse: m.audit_document_report_abuse,
  revenue: m.audit_document_revenue,
  sub_admins: m.audit_document_sub_admins,
  settlement_errors: m.audit_document_settlement_errors,
  taxes: m.audit_document_taxes,
  units: m.audit_document_units,
  unit_types: m.audit_document_unit_types,
  staff_roles_and_permissions: m.audit_document_staff_roles_and_permissions,
  settings_general_settings: m.audit_document_settings_general_settings,
  staff: m.audit_document_staff,
  teams: m.audit_document_teams,
  tenancies: m.audit_document_tenancies,
  tenants: m.audit_document_tenants,
  tenancy_transactions: m.audit_document_tenancy_transactions,
  settlement_transactions: m.audit_document_settlement_transactions,
  tours: m.audit_document_tours,
  work_orders: m.audit_document_work_orders,
  vacation_request: m.audit_document_vacation_request,
  policies: m.audit_document_policies,
  property_utilities: m.audit_document_property_utilities,
  property_analytics: m.audit_document_property_analytics,
  comprehensive_reports: m.audit_document_comprehensive_reports,
  abuse_reports: m.audit_document_abuse_reports,
  wallet: m.audit_document_wallet,
  wallet_settings: m.audit_document_wallet_settings,
  pricing_plan: m.audit_document_pricing_plan,
  property_pricing_plan: m.audit_document_property_pricing_plan,
  company_pricing_plan: m.audit_document_company_pricing_plan,
};

/** With those the rooms name beside them. */
const names: Readonly<Record<string, () => string>> = Object.assign({}, documentNames, ...Object.values<Room>(rooms).map((room) => room.audits));

/** A row of a document that this code does not know (an older or newer one's) is shown by its word. */
export const documentName = (document: string): string => names[document]?.() ?? readable(document);

/** `effective_from` as "Effective from". */
export const readable = (name: string): string => {
  const words = name.replaceAll('_', ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
};
