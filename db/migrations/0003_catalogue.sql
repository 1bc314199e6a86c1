-- What is sold: series, items, packs and their contents. Ids are the catalogue's own slugs.

-- The form names are searched in: width and case do not matter, and katakana reads as hiragana.
create function search_form(words text) returns text language sql immutable parallel safe strict
  return translate(lower(normalize(words, nfkc)),
    'ァアィイゥウェエォオカガキギクグケゲコゴサザシジスズセゼソゾタダチヂッツヅテデトドナニヌネノハバパヒビピフブプヘベペホボポマミムメモャヤュユョヨラリルレロヮワヰヱヲンヴヵヶ',
    'ぁあぃいぅうぇえぉおかがきぎくぐけげこごさざしじすずせぜそぞただちぢっつづてでとどなにぬねのはばぱひびぴふぶぷへべぺほぼぽまみむめもゃやゅゆょよらりるれろゎわゐゑをんゔゕゖ');

-- Every character and every pair of neighbours. Trigrams would not do: most Japanese words have two characters, and pg_trgm
-- knows no Japanese letter where the database has the C locale.
create function search_grams(words text) returns text[] language sql immutable parallel safe strict
  return (select coalesce(array_agg(distinct substr(form, n, size)), '{}')
            -- offset 0 keeps the form from being worked out again for every gram
            from (select search_form(words) as form offset 0) f,
                 generate_series(1, char_length(form)) n, generate_series(1, 2) size
           where n + size - 1 <= char_length(form));

-- The grams every match of a query must have: its pairs, or its one character.
create function search_needs(query text) returns text[] language sql immutable parallel safe strict
  return (select coalesce(array_agg(distinct substr(search_form(query), n, 2)), '{}')
            from generate_series(1, greatest(1, char_length(search_form(query)) - 1)) n);

-- A LIKE pattern in which every character of the query stands for itself.
create function search_pattern(query text) returns text language sql immutable parallel safe strict
  return '%' || regexp_replace(search_form(query), '([%_\\])', '\\\1', 'g') || '%';

create table media (
  id          text primary key,                 -- SHA-256 of the original, first 32 hex characters
  width       integer not null check (width > 0),
  height      integer not null check (height > 0),
  colour      text not null check (colour ~ '^#[0-9a-f]{6}$'),   -- ground shown until the picture is there
  sizes       integer[] not null,               -- widths made, ascending; files are <id>-<width>.avif and .webp
  created_at  timestamptz not null default kura_now()
);

create table series (
  id             text primary key check (id ~ '^[a-z0-9][a-z0-9-]{0,63}$'),
  name_ja        text not null,
  name_en        text not null,
  description_ja text not null default '',
  description_en text not null default '',
  picture        text references media (id),
  token_cap      integer not null check (token_cap > 0),   -- most tokens ever minted in the series, enforced on chain
  position       integer not null default 0,
  item_count     integer not null default 0,    -- kept by a trigger, so that no list counts
  registered_at  timestamptz,
  created_at     timestamptz not null default kura_now()
);
create index series_position on series (position, id);

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
  royalty_bps    integer not null default 0 check (royalty_bps between 0 and 5000),
  is_regulated   boolean not null default false,
  position       bigint not null,               -- order of appearance, unique, for keyset pages
  search_text    text not null generated always as (search_form(name_ja || ' ' || name_en)) stored,
  search_grams   text[] not null generated always as (search_grams(name_ja || ' ' || name_en)) stored,
  registered_at  timestamptz,
  created_at     timestamptz not null default kura_now()
);
create unique index items_position on items (position desc);
create index items_series on items (series_id, position desc);
create index items_rarity on items (rarity, position desc);
create index items_name on items (name_ja collate "C", id);
create index items_search on items using gin (search_grams);

create table categories (
  slug      text primary key check (slug ~ '^[a-z0-9][a-z0-9-]{0,63}$'),
  name_ja   text not null,
  name_en   text not null,
  position  integer not null default 0,
  item_count integer not null default 0          -- kept by a trigger
);
create table item_categories (
  category_slug text not null references categories (slug),
  item_id       text not null references items (id),
  position      bigint not null,                 -- the item's, so that a category is read in its order
  primary key (category_slug, item_id)
);
create index item_categories_item on item_categories (item_id);
create index item_categories_position on item_categories (category_slug, position desc);

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

-- An item never changes its series or its place: pages by cursor and the caps on chain rely on both.
create function items_stay() returns trigger language plpgsql as $$
begin
  raise exception 'item % may not change its series or its position', old.id using errcode = 'check_violation';
end $$;
create trigger items_stay before update on items for each row
  when (old.series_id is distinct from new.series_id or old.position is distinct from new.position)
  execute function items_stay();

create table packs (
  id             text primary key check (id ~ '^[a-z0-9][a-z0-9-]{0,63}$'),
  series_id      text not null references series (id),
  name_ja        text not null,
  name_en        text not null,
  description_ja text not null default '',
  description_en text not null default '',
  picture        text not null references media (id),
  kind           text not null check (kind in ('single', 'random')),   -- single: one known item, opens by itself
  price_yen      integer not null check (price_yen between 1 and 9999999),
  cards_per_pack integer not null check (cards_per_pack between 1 and 20),
  per_member_limit integer check (per_member_limit > 0),
  sale_starts_at timestamptz,
  sale_ends_at   timestamptz,
  salt           bytea not null,                -- of the allocation; published after the sale
  commitment     bytea not null,                -- SHA-256 of the salted allocation, published before it
  position       integer not null default 0,
  created_at     timestamptz not null default kura_now(),
  check (kind <> 'single' or cards_per_pack = 1)
);
create index packs_series on packs (series_id);
create index packs_price on packs (price_yen, id);
create index packs_position on packs (position, id);

create table pack_items (
  pack_id   text not null references packs (id),
  item_id   text not null references items (id),
  copies    integer not null check (copies > 0),       -- copies of the item inside all issued packs together
  odds_ppm  integer not null check (odds_ppm between 0 and 1000000),
  primary key (pack_id, item_id)
);
create index pack_items_item on pack_items (item_id);

-- The counter decides whether a pack is left; it is narrow and locked last.
create table pack_stocks (
  pack_id   text primary key references packs (id),
  issued    integer not null check (issued >= 0),
  remaining integer not null check (remaining >= 0),
  reserved  integer not null default 0 check (reserved >= 0),
  sold      integer not null default 0 check (sold >= 0),
  check (remaining + reserved + sold = issued)
);

-- One physical pack: picked after the counter said yes. owner_order is the order that holds it.
create table pack_units (
  id        uuid primary key,
  pack_id   text not null references packs (id),
  number    integer not null check (number > 0),
  state     text not null default 'free' check (state in ('free', 'reserved', 'sold')),
  order_id  uuid,
  check ((state = 'free') = (order_id is null)),
  unique (pack_id, number)
);
create unique index pack_units_order on pack_units (order_id) where order_id is not null;
create index pack_units_free on pack_units (pack_id, number) where state = 'free';

-- What lies inside a unit. ref_id is minted once for ever and known before the mint.
create table pack_cards (
  unit_id   uuid not null references pack_units (id),
  place     integer not null check (place > 0),
  item_id   text not null references items (id),
  serial    integer not null check (serial > 0),
  ref_id    uuid not null unique,
  primary key (unit_id, place),
  unique (item_id, serial)
);

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
create table announcements (
  id          text primary key,
  title_ja    text not null,
  title_en    text not null,
  body_ja     text not null default '',
  body_en     text not null default '',
  published_at timestamptz not null
);

-- Every import: what was read, so that a repeat is recognised.
create table catalogue_imports (
  id          uuid primary key,
  digest      text not null,
  counts      jsonb not null,
  finished_at timestamptz not null default kura_now()
);
