-- The catalogue: series, items and categories as the shop imports them, and what it says on its own
-- pages.

-- The form names are searched in: width and case do not matter, and katakana reads as hiragana.
create function search_form(words text) returns text language sql immutable parallel safe strict
  return translate(lower(normalize(words, nfkc)),
    'ァアィイゥウェエォオカガキギクグケゲコゴサザシジスズセゼソゾタダチヂッツヅテデトドナニヌネノハバパヒビピフブプヘベペホボポマミムメモャヤュユョヨラリルレロヮワヰヱヲンヴヵヶ',
    'ぁあぃいぅうぇえぉおかがきぎくぐけげこごさざしじすずせぜそぞただちぢっつづてでとどなにぬねのはばぱひびぴふぶぷへべぺほぼぽまみむめもゃやゅゆょよらりるれろゎわゐゑをんゔゕゖ');

-- Three characters in a row are as much rarer than two as a catalogue is larger: names are kept in
-- pieces of one to three of them.
create function search_grams(words text) returns text[] language sql immutable parallel safe strict
  return (select coalesce(array_agg(distinct substr(form, n, size)), '{}')
            -- offset 0 keeps the form from being worked out again for every gram
            from (select search_form(words) as form offset 0) f,
                 generate_series(1, char_length(form)) n, generate_series(1, 3) size
           where n + size - 1 <= char_length(form));

-- The grams every match of a query must have: the longest, which hold the shorter ones.
create function search_needs(query text) returns text[] language sql immutable parallel safe strict
  return (select coalesce(array_agg(distinct substr(form, n, 3)), '{}')
            from (select search_form(query) as form offset 0) f, generate_series(1, greatest(1, char_length(form) - 2)) n);

-- A LIKE pattern in which every character of the query stands for itself.
create function search_pattern(query text) returns text language sql immutable parallel safe strict
  return '%' || regexp_replace(search_form(query), '([%_\\])', '\\\1', 'g') || '%';

-- Whom the royalties of a series or of one item are paid to.
create table rights_holders (
  id       text primary key check (id ~ '^[a-z0-9][a-z0-9-]{0,63}$'),
  name_ja  text not null,
  name_en  text not null
);

-- A series of items, with a cap on its tokens that the chain enforces. Ids of the catalogue are its
-- own slugs.
create table series (
  id             text primary key check (id ~ '^[a-z0-9][a-z0-9-]{0,63}$'),
  name_ja        text not null,
  name_en        text not null,
  description_ja text not null default '',
  description_en text not null default '',
  picture        text references media (id),
  token_cap      integer not null check (token_cap > 0),   -- most tokens ever minted in the series
  rights_holder_id text references rights_holders (id),    -- who is paid its royalties
  position       integer not null default 0,
  item_count     integer not null default 0,      -- kept by a trigger, so that no list counts
  registered_at  timestamptz,                     -- since when the chain knows it
  created_at     timestamptz not null default kura_now()
);
create index series_position on series (position, id);

-- What a token is one copy of.
create table items (
  id             text primary key check (id ~ '^[a-z0-9][a-z0-9-]{0,63}$'),
  series_id      text not null references series (id),
  name_ja        text not null,
  name_en        text not null,
  description_ja text not null default '',
  description_en text not null default '',
  artist         text not null default '',
  rarity         text not null default 'common' check (rarity in ('common', 'rare', 'epic', 'legendary')),
  edition_size   integer not null check (edition_size > 0),
  reserved_copies integer not null default 0 check (reserved_copies between 0 and edition_size),   -- never put in packs
  traits         jsonb not null default '{}',
  picture        text not null references media (id),
  royalty_bps    integer not null default 0 check (royalty_bps between 0 and 5000),   -- hundredths of a per cent of a sale
  rights_holder_id text references rights_holders (id),   -- null: that of the series
  -- what the shop keeps of every price of this item, so that the new owner can open its protected
  -- contents
  content_access_yen integer not null default 0 check (content_access_yen between 0 and 1000000),
  is_regulated   boolean not null default false,
  position       bigint not null,                 -- order of appearance, unique, for keyset pages
  search_text    text not null generated always as (search_form(name_ja || ' ' || name_en)) stored,
  search_grams   text[] not null generated always as (search_grams(name_ja || ' ' || name_en)) stored,
  registered_at  timestamptz,                     -- since when the chain knows it
  reworded_at    timestamptz,                     -- since when it says something else than the chain has
  created_at     timestamptz not null default kura_now()
);
create unique index items_position on items (position desc);
create index items_series on items (series_id, position desc);
create index items_rarity on items (rarity, position desc);
create index items_name on items (name_ja collate "C", id);
create index items_search on items using gin (search_grams);
-- What every round of a chain worker looks for.
create index items_unregistered on items (position) where registered_at is null or reworded_at is not null;

-- An item never changes its series or its place: pages by cursor and the caps on chain rely on
-- both.
create function items_stay() returns trigger language plpgsql as $$
begin
  raise exception 'item % may not change its series or its position', old.id using errcode = 'check_violation';
end $$;
create trigger items_stay before update on items for each row
  when (old.series_id is distinct from new.series_id or old.position is distinct from new.position)
  execute function items_stay();

-- Notes that an item says something else than the chain has.
create function items_reword() returns trigger language plpgsql as $$
begin
  new.reworded_at := kura_now();
  return new;
end $$;
create trigger items_reword before update on items for each row
  when (old.registered_at is not null
        and (old.name_ja, old.description_ja, old.description_en, old.artist, old.rarity, old.edition_size, old.traits, old.picture,
             old.royalty_bps)
            is distinct from
            (new.name_ja, new.description_ja, new.description_en, new.artist, new.rarity, new.edition_size, new.traits, new.picture,
             new.royalty_bps))
  execute function items_reword();

-- Categories of items, across series.
create table categories (
  slug      text primary key check (slug ~ '^[a-z0-9][a-z0-9-]{0,63}$'),
  name_ja   text not null,
  name_en   text not null,
  position  integer not null default 0,
  item_count integer not null default 0          -- kept by a trigger
);

-- Which items are in a category.
create table item_categories (
  category_slug text not null references categories (slug),
  item_id       text not null references items (id),
  position      bigint not null,                 -- the item's, so that a category is read in its order
  primary key (category_slug, item_id)
);
create index item_categories_item on item_categories (item_id);
create index item_categories_position on item_categories (category_slug, position desc);

-- Keeps how many items a series and a category have.
create function count_items() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'items' then
    update series s set item_count = item_count + c.n * case tg_op when 'INSERT' then 1 else -1 end
      from (select series_id, count(*) as n from changed group by series_id) c where s.id = c.series_id;
  else
    update categories g set item_count = item_count + c.n * case tg_op when 'INSERT' then 1 else -1 end
      from (select category_slug, count(*) as n from changed group by category_slug) c where g.slug = c.category_slug;
  end if;
  return null;
end $$;
create trigger items_counted after insert on items referencing new table as changed
  for each statement execute function count_items();
create trigger items_uncounted after delete on items referencing old table as changed
  for each statement execute function count_items();
create trigger item_categories_counted after insert on item_categories referencing new table as changed
  for each statement execute function count_items();
create trigger item_categories_uncounted after delete on item_categories referencing old table as changed
  for each statement execute function count_items();

-- Pictures of the start page.
create table banners (
  id          text primary key,
  picture     text not null references media (id),
  title_ja    text not null,
  title_en    text not null,
  href        text not null,
  start_date  timestamptz,
  end_date    timestamptz,
  position    integer not null default 0
);

-- News of the shop.
create table announcements (
  id          text primary key,
  title_ja    text not null,
  title_en    text not null,
  body_ja     text not null default '',
  body_en     text not null default '',
  published_at timestamptz not null
);

-- Who runs the shop, as imported.
create table operators (
  is_only    boolean primary key default true check (is_only),
  details    jsonb not null,
  changed_at timestamptz not null default kura_now()
);

-- Who may do something that only one process does at a time. Over by itself when its holder is
-- silent.
create table leases (
  name       text primary key,
  holder     uuid not null,
  held_until timestamptz not null
);

-- Pages that show these are dropped when a row changes.
do $$
declare
  name text;
begin
  foreach name in array '{items,series,item_categories,categories,banners,announcements}'::text[] loop
    execute format('create trigger %1$I after insert on %2$I referencing new table as touched
      for each statement execute function drop_pages()', name || '_insert_drops_pages', name);
    execute format('create trigger %1$I after update on %2$I referencing new table as touched
      for each statement execute function drop_pages()', name || '_update_drops_pages', name);
    execute format('create trigger %1$I after delete on %2$I referencing old table as touched
      for each statement execute function drop_pages()', name || '_delete_drops_pages', name);
  end loop;
end $$;
create trigger operators_insert_drops_pages after insert on operators referencing new table as touched
  for each statement execute function drop_pages();
create trigger operators_update_drops_pages after update on operators referencing new table as touched
  for each statement execute function drop_pages();
