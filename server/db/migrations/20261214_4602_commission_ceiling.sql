-- The highest part of the base that a rule takes, whatever its fixed amount or minimum: the operator's ceiling on the day the rule was approved. It is
-- null for rules of mandates, which owners agree, and of dealers, whom the platform pays. The rules of today get the ceilings of the settings' defaults.
alter table commission_rule add column ceiling_bps integer check (ceiling_bps between 0 and 10000);
update commission_rule set ceiling_bps = case basis when 'first_rent' then 5000 else 2000 end
where mandate_id is null and beneficiary <> 'dealer' and basis in ('rent_collected', 'first_rent');
