-- What is sold: series, items, packs and their contents. Ids are the catalogue's own slugs.
create extension if not exists pg_trgm;

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
  registered_at  timestamptz,
  created_at     timestamptz not null default kura_now()
);

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
  traits         jsonb not null default '{}',
  picture        text not null references media (id),
  royalty_bps    integer not null default 0 check (royalty_bps between 0 and 5000),
  is_regulated   boolean not null default false,
  position       bigint not null,               -- order of appearance, unique, for keyset pages
  registered_at  timestamptz,
  created_at     timestamptz not null default kura_now()
);
create unique index items_position on items (position desc);
create index items_series on items (series_id, position desc);
create index items_name on items using gin ((name_ja || ' ' || name_en) gin_trgm_ops);

create table categories (
  slug      text primary key check (slug ~ '^[a-z0-9][a-z0-9-]{0,63}$'),
  name_ja   text not null,
  name_en   text not null,
  position  integer not null default 0
);
create table item_categories (
  category_slug text not null references categories (slug),
  item_id       text not null references items (id),
  primary key (category_slug, item_id)
);
create index item_categories_item on item_categories (item_id);

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
