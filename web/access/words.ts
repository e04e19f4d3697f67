import type { Action, Document } from '#contract/access/documents.ts';
import type { Beneath } from '#contract/access/groups.ts';
import { m } from '#words/messages.js';

export const documentNames: Readonly<Record<Document, () => string>> = {
  admins: m.access_doc_admins,
  agents: m.access_doc_agents,
  amenities: m.access_doc_amenities,
  other_dashboard_analytics: m.access_doc_other_dashboard_analytics,
  commission: m.access_doc_commission,
  commission_settings: m.access_doc_commission_settings,
  contacts: m.access_doc_contacts,
  dashboard: m.access_doc_dashboard,
  dealers: m.access_doc_dealers,
  expenses: m.access_doc_expenses,
  featured_properties: m.access_doc_featured_properties,
  income: m.access_doc_income,
  invites: m.access_doc_invites,
  invoices: m.access_doc_invoices,
  locations: m.access_doc_locations,
  notifications: m.access_doc_notifications,
  maintenance_request: m.access_doc_maintenance_request,
  offers: m.access_doc_offers,
  booking: m.access_doc_booking,
  owners: m.access_doc_owners,
  payments: m.access_doc_payments,
  property: m.access_doc_property,
  property_categories: m.access_doc_property_categories,
  settings_property_general_settings: m.access_doc_settings_property_general_settings,
  property_types: m.access_doc_property_types,
  property_verification: m.access_doc_property_verification,
  property_rating_categories: m.access_doc_property_rating_categories,
  report_abuse: m.access_doc_report_abuse,
  revenue: m.access_doc_revenue,
  sub_admins: m.access_doc_sub_admins,
  settlement_errors: m.access_doc_settlement_errors,
  taxes: m.access_doc_taxes,
  units: m.access_doc_units,
  unit_types: m.access_doc_unit_types,
  staff_roles_and_permissions: m.access_doc_staff_roles_and_permissions,
  settings_general_settings: m.access_doc_settings_general_settings,
  staff: m.access_doc_staff,
  teams: m.access_doc_teams,
  tenancies: m.access_doc_tenancies,
  tenants: m.access_doc_tenants,
  tenancy_transactions: m.access_doc_tenancy_transactions,
  settlement_transactions: m.access_doc_settlement_transactions,
  tours: m.access_doc_tours,
  work_orders: m.access_doc_work_orders,
  vacation_request: m.access_doc_vacation_request,
  policies: m.access_doc_policies,
  property_utilities: m.access_doc_property_utilities,
  property_analytics: m.access_doc_property_analytics,
  comprehensive_reports: m.access_doc_comprehensive_reports,
  abuse_reports: m.access_doc_abuse_reports,
  wallet: m.access_doc_wallet,
  wallet_settings: m.access_doc_wallet_settings,
  pricing_plan: m.access_doc_pricing_plan,
  property_pricing_plan: m.access_doc_property_pricing_plan,
  company_pricing_plan: m.access_doc_company_pricing_plan,
};

export const beneathNames: Readonly<Record<Beneath, () => string>> = {
  listings: m.access_beneath_listings,
  leads: m.access_beneath_leads,
  reviews: m.access_beneath_reviews,
};

export const actionNames: Readonly<Record<Action, () => string>> = {
  create: m.access_action_create,
  read: m.access_action_read,
  edit: m.access_action_edit,
  delete: m.access_action_delete,
};

export const nameOf = (permission: string): string => {
  const [document, action] = permission.split('.') as [Document, Action];
  return `${documentNames[document]()}: ${actionNames[action]().toLowerCase()}`;
};

/** What a team works on, in a word or two. */
export const worksOn = (limited: boolean, properties: number): string =>
  limited ? m.access_team_properties_count({ count: properties }) : m.access_team_works_all();
