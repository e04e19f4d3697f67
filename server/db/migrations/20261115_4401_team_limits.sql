-- Whether a team works on chosen properties only is said, not guessed from its rows: a team that loses its last property sees none, not all.
alter table team
  add column limited boolean not null default false,
  add column revision int not null default 1;
update team set limited = true where exists (select 1 from team_property where team_property.team_id = team.id);
