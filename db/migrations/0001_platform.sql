-- The ground: the clock, limits, mails, pictures, the log of acts, alarms, repeats of calls, kept
-- pages.

-- One clock for every decision about time. Outside a live site tests move it by an offset row.
create table kura_clock (
  id           boolean primary key default true check (id),
  time_offset  interval not null default '0'
);
insert into kura_clock default values;

create function kura_now() returns timestamptz
  language sql stable parallel safe
  as $$ select now() + time_offset from kura_clock $$;

-- Token buckets, by what they limit and for whom.
create table rate_limits (
  key         text primary key,
  tokens      double precision not null,
  updated_at  timestamptz not null default kura_now()
);

-- Mails are rows first; the worker sends them. `words` are what the template is filled with.
create table mails (
  id          uuid primary key,
  recipient   text not null,
  template    text not null,
  locale      text not null check (locale in ('ja', 'en')),
  words       jsonb not null,
  state       text not null default 'waiting' check (state in ('waiting', 'sending', 'sent', 'dead')),
  attempts    integer not null default 0,
  is_once     boolean not null default false,     -- sent at most once: lost rather than sent twice
  locked_until timestamptz,
  handed_at   timestamptz,                        -- one of these was handed over: nobody else may send it
  created_at  timestamptz not null default kura_now(),
  sent_at     timestamptz,
  error       text,
  -- The last mail to somebody who left: its row goes once it is sent or given up.
  is_farewell boolean not null default false
);
create index mails_waiting on mails (created_at) where state in ('waiting', 'sending');
-- Letters about a gift whose mail was refused are found by it.
create index mails_refused on mails (recipient, created_at desc) where state = 'dead';

-- Old mails are deleted.
create index mails_ended on mails (created_at) where state in ('sent', 'dead');

-- A picture and the sizes made of it. Equal pictures are one row.
create table media (
  id          text primary key,                 -- SHA-256 of the original, first 32 hex characters
  width       integer not null check (width > 0),
  height      integer not null check (height > 0),
  colour      text not null check (colour ~ '^#[0-9a-f]{6}$'),   -- ground shown until the picture is there
  sizes       integer[] not null,               -- widths made, ascending; files are <id>-<width>.avif and .webp
  created_at  timestamptz not null default kura_now(),
  dropped_at  timestamptz                       -- a member gave it up: it goes, unless somebody shows it
);
create index media_dropped on media (dropped_at) where dropped_at is not null;

-- What was done to an account or an order, and by whom. Never updated.
create table audit_rows (
  id          uuid primary key,
  at          timestamptz not null default kura_now(),
  actor       text not null,
  act         text not null,
  subject     text not null,
  details     jsonb not null default '{}'
);
create index audit_rows_subject on audit_rows (subject, at desc);

-- Things a person must look at: one row per subject and kind until it is cleared.
create table alarms (
  id          uuid primary key,
  kind        text not null,
  subject     text not null,
  message     text not null,
  raised_at   timestamptz not null default kura_now(),
  cleared_at  timestamptz
);
create unique index alarms_open on alarms (kind, subject) where cleared_at is null;

-- A money-moving call repeated with its key gets the first answer; another body under the same key
-- is refused.
create table idempotency_keys (
  member_id   uuid not null,                     -- identity, above, adds the foreign key
  key         text not null check (char_length(key) between 8 and 128),
  call        text not null,
  body_hash   bytea not null,
  status      integer,
  answer      text,                              -- as sent, so that a repeat is the same byte for byte
  created_at  timestamptz not null default kura_now(),
  primary key (member_id, key)
);

-- Kept pages are dropped by tag when a row on them changes. Readers re-read everything at or after
-- the oldest transaction that was still running at their last read, so that none is missed;
-- dropping twice is harmless.
create table page_drops (
  xact  xid8 not null default pg_current_xact_id(),
  tag   text not null,
  at    timestamptz not null default now()
);
create index page_drops_xact on page_drops (xact);

-- One row per tag and statement, however many rows it touched. Each table that pages show has
-- triggers that call it.
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
    when 'contents' then
      insert into page_drops (tag) select 'item:' || item_id from touched;
    when 'tokens' then
      insert into page_drops (tag) select 'token:' || id::text from touched union select 'item:' || item_id from touched;
    when 'maintenances' then
      -- every page shows the notice of it
      insert into page_drops (tag) values ('*');
    else
      insert into page_drops (tag) values (tg_table_name);
  end case;
  return null;
end $$;

-- Planned maintenance. It runs from its beginning to its end, or until a person ends it; one that
-- has not begun can be cancelled. Only one at a time.
create table maintenances (
  id           uuid primary key,
  mode         text not null check (mode in ('read-only', 'no-payments', 'whole')),
  starts_at    timestamptz not null,
  ends_at      timestamptz not null check (ends_at > starts_at),
  text_ja      text not null default '',
  text_en      text not null default '',
  planned_at   timestamptz not null default kura_now(),
  ended_at     timestamptz,
  cancelled_at timestamptz,
  check (ended_at is null or cancelled_at is null),
  constraint maintenances_one_at_a_time
    exclude using gist (tstzrange(starts_at, ends_at) with &&) where (ended_at is null and cancelled_at is null)
);
create trigger maintenances_insert_drops_pages after insert on maintenances referencing new table as touched
  for each statement execute function drop_pages();
create trigger maintenances_update_drops_pages after update on maintenances referencing new table as touched
  for each statement execute function drop_pages();
