-- Library: contents that open to the owner of a token. Their files are private: no public address.

create table contents (
  id          text primary key,                   -- the slug of the import
  item_id     text not null references items (id),
  serial      integer check (serial > 0),         -- null: of every token of the item
  kind        text not null check (kind in ('ebook', 'video')),
  name_ja     text not null,
  name_en     text not null,
  direction   text not null default 'rtl' check (direction in ('rtl', 'ltr')),
  imported_at timestamptz not null default kura_now()
);
create index contents_item on contents (item_id, serial);
create trigger contents_insert_drops_pages after insert on contents referencing new table as touched
  for each statement execute function drop_pages();
create trigger contents_update_drops_pages after update on contents referencing new table as touched
  for each statement execute function drop_pages();

-- The pages of an ebook in the order of reading. `file` is the hash of the picture in the private folder.
create table content_pages (
  content_id text not null references contents (id),
  page       integer not null check (page > 0),
  file       text not null,
  width      integer not null check (width > 0),
  height     integer not null check (height > 0),
  primary key (content_id, page)
);

-- Where a member left off, the same on every device.
create table content_places (
  member_id  uuid not null references members (id),
  content_id text not null references contents (id),
  page       integer check (page > 0),
  second     integer check (second >= 0),         -- of a video
  kept_at    timestamptz not null default kura_now(),
  primary key (member_id, content_id),
  check (num_nonnulls(page, second) = 1)
);

-- A video in pieces. `folder` is in the private folder; what it holds never changes.
create table content_videos (
  content_id text primary key references contents (id),
  folder     text not null,
  seconds    integer not null check (seconds > 0)
);

-- Who plays. A token has one stream at a time; the rows before it say that another player took it.
create table content_reservations (
  id         uuid primary key,
  member_id  uuid not null references members (id),
  content_id text not null references contents (id),
  ref_id     uuid not null,                       -- the token
  created_at timestamptz not null default kura_now(),
  expires_at timestamptz not null,                -- later each time a piece is played
  ended_at   timestamptz
);
create unique index content_reservations_token on content_reservations (ref_id) where ended_at is null;
create index content_reservations_member on content_reservations (member_id);
