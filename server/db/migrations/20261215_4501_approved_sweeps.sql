-- The lines that show a sweep in the import that another person approved. A sweep that one person records or undoes later changes no line of it. Null: the
-- import was not approved by this rule.
alter table statement add column sweep_lines bigint[];
