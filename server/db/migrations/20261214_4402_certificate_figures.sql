-- The SHA-256 that a certificate prints is that of its figures. It is stored, so that a printed certificate can be verified too.
alter table client_money_certificate add column figures_sha256 text check (figures_sha256 ~ '^[0-9a-f]{64}$');
create index client_money_certificate_figures on client_money_certificate (figures_sha256);
