-- An auditor reads the books, documents and log of one company for a period: a role of staff with read permissions only. The invitation states the
-- period, which becomes the employment dates of the person. Outside the period the account counts as suspended (server/kernel/me.ts).
alter table staff_role add auditor boolean not null default false;
insert into staff_role (company_id, audience, system, auditor, name, description, grants)
values (null, 'company', true, true, 'Auditor', 'Reads books, documents and the log for a period', array['dashboard.read', 'property.read', 'units.read', 'tenancies.read',
  'tenants.read', 'booking.read', 'invoices.read', 'payments.read', 'tenancy_transactions.read', 'expenses.read', 'income.read', 'taxes.read', 'commission.read',
  'wallet.read', 'wallet_settings.read', 'comprehensive_reports.read', 'property_analytics.read', 'property_utilities.read', 'settings_general_settings.read',
  'notifications.read', 'notifications.edit', 'notifications.delete']);
alter table invitation add starts_on date, add ends_on date, add check (ends_on >= starts_on);
