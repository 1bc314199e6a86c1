-- One clock for every decision about time. Outside a live site tests move it by an offset row.
create table kura_clock (
  id           boolean primary key default true check (id),
  time_offset  interval not null default '0'
);
insert into kura_clock default values;

create function kura_now() returns timestamptz
  language sql stable parallel safe
  as $$ select now() + time_offset from kura_clock $$;
