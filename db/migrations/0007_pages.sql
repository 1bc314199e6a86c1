-- Kept pages are dropped by tag when a row on them changes. Readers re-read everything at or after the oldest transaction that
-- was still running at their last look, so that none is missed; dropping twice is harmless.
create table page_drops (
  xact  xid8 not null default pg_current_xact_id(),
  tag   text not null,
  at    timestamptz not null default now()
);
create index page_drops_xact on page_drops (xact);

create function drop_pages() returns trigger language plpgsql as $$
declare
  tags text[] := '{}';
begin
  case tg_table_name
    when 'items' then tags := array['item:' || coalesce(new.id, old.id), 'items'];
    when 'packs' then tags := array['pack:' || coalesce(new.id, old.id), 'packs'];
    when 'series' then tags := array['series:' || coalesce(new.id, old.id), 'items', 'packs'];
    when 'pack_stocks' then
      -- only the steps people see as a fact: sold out, and on sale again
      if tg_op <> 'UPDATE' or (new.remaining = 0) <> (old.remaining = 0) then
        tags := array['pack:' || coalesce(new.pack_id, old.pack_id), 'packs'];
      end if;
    else tags := array[tg_table_name];
  end case;
  insert into page_drops (tag) select unnest(tags);
  return null;
end $$;
create trigger items_drop_pages after insert or update or delete on items for each row execute function drop_pages();
create trigger packs_drop_pages after insert or update or delete on packs for each row execute function drop_pages();
create trigger series_drop_pages after insert or update or delete on series for each row execute function drop_pages();
create trigger pack_stocks_drop_pages after insert or update or delete on pack_stocks for each row execute function drop_pages();
create trigger banners_drop_pages after insert or update or delete on banners for each row execute function drop_pages();
create trigger announcements_drop_pages after insert or update or delete on announcements for each row execute function drop_pages();
create trigger categories_drop_pages after insert or update or delete on categories for each row execute function drop_pages();
