-- Auditors and KRA expect invoice numbers without gaps. The public code comes from the id that all companies share, so each owner company gets a
-- series of its own for invoices, and another for credit notes. A number is given when the document is issued and never changes.
create table document_serial (
  company_id bigint not null references company,
  kind text not null check (kind in ('invoice', 'credit_note')),
  last bigint not null check (last >= 0),
  primary key (company_id, kind)
);

alter table invoice add column serial bigint check (serial > 0);
alter table credit_note add column company_id bigint references company;
alter table credit_note add column serial bigint check (serial > 0);

-- Existing documents get their numbers in the order in which they were issued.
update invoice i set serial = n.serial
  from (select id, row_number() over (partition by company_id order by issued_on, id) as serial from invoice) n where n.id = i.id;
update credit_note c set company_id = n.company_id, serial = n.serial
  from (select c.id, i.company_id, row_number() over (partition by i.company_id order by c.created_at, c.id) as serial
    from credit_note c join invoice i on i.id = c.invoice_id) n where n.id = c.id;
insert into document_serial (company_id, kind, last)
  select company_id, 'invoice', max(serial) from invoice group by company_id
  union all select company_id, 'credit_note', max(serial) from credit_note group by company_id;

create unique index invoice_serial on invoice (company_id, serial);
create unique index credit_note_serial on credit_note (company_id, serial);

-- The numbers are given to the rows that were really written, so a row that exists already leaves no gap. The counter stays locked until the
-- transaction ends: a second issue of the company waits, and one that is rolled back returns its numbers.
create function app.number_invoices() returns trigger language plpgsql as $$
begin
  insert into document_serial as s (company_id, kind, last)
    select company_id, 'invoice', count(*) from made group by company_id order by company_id
    on conflict (company_id, kind) do update set last = s.last + excluded.last;
  update invoice i set serial = s.last - n.after
    from (select id, company_id, row_number() over (partition by company_id order by id desc) - 1 as after from made) n
      join document_serial s on s.company_id = n.company_id and s.kind = 'invoice'
    where i.id = n.id;
  return null;
end $$;
create trigger invoice_numbered after insert on invoice referencing new table as made for each statement execute function app.number_invoices();

create function app.number_credit_notes() returns trigger language plpgsql as $$
begin
  insert into document_serial as s (company_id, kind, last)
    select i.company_id, 'credit_note', count(*) from made m join invoice i on i.id = m.invoice_id group by 1 order by 1
    on conflict (company_id, kind) do update set last = s.last + excluded.last;
  update credit_note c set company_id = n.company_id, serial = s.last - n.after
    from (select m.id, i.company_id, row_number() over (partition by i.company_id order by m.id desc) - 1 as after
        from made m join invoice i on i.id = m.invoice_id) n
      join document_serial s on s.company_id = n.company_id and s.kind = 'credit_note'
    where c.id = n.id;
  return null;
end $$;
create trigger credit_note_numbered after insert on credit_note referencing new table as made for each statement execute function app.number_credit_notes();

create function app.serial_kept() returns trigger language plpgsql as $$
begin
  raise exception 'the number of an issued document does not change' using errcode = 'check_violation', constraint = 'serial_kept';
end $$;
create trigger invoice_serial_kept before update of serial, company_id on invoice for each row
  when (old.serial is not null and (new.serial is distinct from old.serial or new.company_id <> old.company_id)) execute function app.serial_kept();
create trigger credit_note_serial_kept before update of serial, company_id on credit_note for each row
  when (old.serial is not null and (new.serial is distinct from old.serial or new.company_id is distinct from old.company_id)) execute function app.serial_kept();
