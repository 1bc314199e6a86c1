-- Kept pages are dropped by tag when a row on them changes. Readers re-read everything at or after the oldest transaction that
-- was still running at their last look, so that none is missed; dropping twice is harmless.
create table page_drops (
  xact  xid8 not null default pg_current_xact_id(),
  tag   text not null,
  at    timestamptz not null default now()
);
create index page_drops_xact on page_drops (xact);

-- One row per tag and statement, however many rows it touched.
create function drop_pages() returns trigger language plpgsql as $$
begin
  if not exists (select 1 from touched) then
    return null;
  end if;
  case tg_table_name
    when 'items' then
      insert into page_drops (tag) select 'item:' || id from touched union select 'items';
    when 'series' then
      insert into page_drops (tag) select 'series:' || id from touched union values ('items'), ('packs');
    when 'packs' then
      -- an item shows the lowest price of the packs that hold it
      insert into page_drops (tag) select 'pack:' || id from touched
        union select 'item:' || pi.item_id from touched join pack_items pi on pi.pack_id = touched.id
        union values ('items'), ('packs');
    when 'pack_items' then
      insert into page_drops (tag) select 'pack:' || pack_id from touched union select 'item:' || item_id from touched
        union values ('items'), ('packs');
    when 'item_categories' then
      insert into page_drops (tag) select 'item:' || item_id from touched union values ('items'), ('categories');
    when 'tokens' then
      insert into page_drops (tag) select 'token:' || id::text from touched union select 'item:' || item_id from touched;
    else
      insert into page_drops (tag) values (tg_table_name);
  end case;
  return null;
end $$;

-- Of the stock only the steps people see as a fact: sold out, and on sale again. It changes with every sale, so it has a
-- trigger of its own that costs nothing in between.
create function drop_stock_pages() returns trigger language plpgsql as $$
begin
  insert into page_drops (tag) select 'pack:' || new.pack_id
    union select 'item:' || item_id from pack_items where pack_id = new.pack_id
    union values ('items'), ('packs');
  return null;
end $$;
create trigger pack_stocks_drop_pages after update on pack_stocks for each row
  when ((new.remaining = 0) <> (old.remaining = 0) or new.issued <> old.issued) execute function drop_stock_pages();

do $$
declare
  name text;
begin
  foreach name in array '{items,series,packs,pack_items,item_categories,categories,banners,announcements,tokens}'::text[] loop
    execute format('create trigger %1$I after insert on %2$I referencing new table as touched
      for each statement execute function drop_pages()', name || '_insert_drops_pages', name);
    execute format('create trigger %1$I after update on %2$I referencing new table as touched
      for each statement execute function drop_pages()', name || '_update_drops_pages', name);
    execute format('create trigger %1$I after delete on %2$I referencing old table as touched
      for each statement execute function drop_pages()', name || '_delete_drops_pages', name);
  end loop;
end $$;

-- What the public pages of tokens read by.
create index tokens_item_latest on tokens (item_id, minted_height desc, id desc);
