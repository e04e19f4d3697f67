-- How a company is paid until payments run through the product: what applicants and tenants read before they pay.
alter table company
  add column pay_paybill text check (pay_paybill ~ '^\d{5,7}$'),
  add column pay_till text check (pay_till ~ '^\d{5,7}$'),
  add column pay_bank text check (length(pay_bank) between 5 and 300);
