-- A company is looked after in the county of the person who holds its account.
update company set region = holder.region
from person holder
where holder.company_id = company.id and holder.user_type in (4, 5, 7) and holder.region is not null and company.region is null;
