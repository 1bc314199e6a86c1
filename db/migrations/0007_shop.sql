-- The shop: packs that it sells or gives, their units, and their opening.

-- What a pack is and how it is come by. Its units are dealt before the sale (decision 10).
create table packs (
  id             text primary key check (id ~ '^[a-z0-9][a-z0-9-]{0,63}$'),
  series_id      text not null references series (id),
  name_ja        text not null,
  name_en        text not null,
  description_ja text not null default '',
  description_en text not null default '',
  picture        text not null references media (id),
  -- single: one known item, opens by itself. random: dealt. selectable: the member chooses
  kind           text not null check (kind in ('single', 'random', 'selectable')),
  channel        text not null default 'sale' check (channel in ('sale', 'passcode', 'airdrop')),
  price_yen      integer not null
                 constraint packs_price_yen_check check (price_yen between 1 and 9999999 or (price_yen = 0 and channel <> 'sale')),
  cards_per_pack integer not null check (cards_per_pack between 1 and 20),
  per_member_limit integer check (per_member_limit > 0),
  queue_per_second integer check (queue_per_second > 0),   -- admitted from the line; null: no line
  sale_starts_at timestamptz,
  sale_ends_at   timestamptz,
  -- what the operator did by hand, which no import undoes: the sale began before its time, ended,
  -- ended for ever
  opened_at      timestamptz,
  closed_at      timestamptz,
  closed_for_good boolean not null default false,
  salt           bytea not null,                  -- of the allocation; published after the sale
  commitment     bytea not null,                  -- SHA-256 of the salted allocation, published before it
  committed_at   timestamptz,
  -- 1: sold in the order of the deal. 2: in an order drawn from a block that was not sealed when
  -- the deal was committed
  deal           smallint not null default 1 check (deal in (1, 2)),
  draw_height    bigint,                          -- announced with the commitment, which is empty until then
  draw_block_id  text check (draw_block_id ~ '^[0-9a-f]{64}$'),   -- of the first sealed block at that height
  drawn_at       timestamptz,
  finished_at    timestamptz,                     -- nothing of it is ever sold again: its proof is published
  position       integer not null default 0,
  created_at     timestamptz not null default kura_now(),
  check (kind <> 'single' or cards_per_pack = 1),
  constraint packs_closed_check check (closed_at is not null or not closed_for_good),
  constraint packs_draw_check check ((drawn_at is null) = (draw_block_id is null) and (drawn_at is null or draw_height is not null))
);
create index packs_series on packs (series_id);
create index packs_price on packs (price_yen, id);
create index packs_position on packs (position, id);
create index packs_undrawn on packs (id) where deal = 2 and drawn_at is null;
create index packs_starts on packs (sale_starts_at) where sale_starts_at is not null;
create index packs_ends on packs (sale_ends_at) where sale_ends_at is not null;

-- Which items lie in the units of a pack, and how many of each.
create table pack_items (
  pack_id   text not null references packs (id),
  item_id   text not null references items (id),
  copies    integer not null check (copies > 0),  -- copies of the item inside all issued packs together
  odds_ppm  integer not null check (odds_ppm between 0 and 1000000),
  first_serial integer check (first_serial > 0),  -- of the item in this pack; the others follow it
  primary key (pack_id, item_id)
);
create index pack_items_item on pack_items (item_id);

-- Who wants to be reminded before the sale of a pack begins.
create table pack_reminders (
  pack_id    text not null references packs (id),
  member_id  uuid not null references members (id),
  created_at timestamptz not null default kura_now(),
  primary key (pack_id, member_id)
);
create index pack_reminders_member on pack_reminders (member_id);

-- The counter decides whether a pack is left; it is narrow and locked last.
create table pack_stocks (
  pack_id   text primary key references packs (id),
  issued    integer not null check (issued >= 0),
  remaining integer not null check (remaining >= 0),
  reserved  integer not null default 0 check (reserved >= 0),
  sold      integer not null default 0 check (sold >= 0),
  check (remaining + reserved + sold = issued)
);

-- Of the stock only the steps people see as a fact: sold out, and on sale again. It changes with
-- every sale, so it has a trigger of its own that costs nothing in between.
create function drop_stock_pages() returns trigger language plpgsql as $$
begin
  insert into page_drops (tag) select 'pack:' || new.pack_id
    union select 'item:' || item_id from pack_items where pack_id = new.pack_id
    union values ('items'), ('packs');
  return null;
end $$;
create trigger pack_stocks_drop_pages after update on pack_stocks for each row
  when ((new.remaining = 0) <> (old.remaining = 0) or new.issued <> old.issued) execute function drop_stock_pages();

-- Pages that show these are dropped when a row changes.
do $$
declare
  name text;
begin
  foreach name in array '{packs,pack_items}'::text[] loop
    execute format('create trigger %1$I after insert on %2$I referencing new table as touched
      for each statement execute function drop_pages()', name || '_insert_drops_pages', name);
    execute format('create trigger %1$I after update on %2$I referencing new table as touched
      for each statement execute function drop_pages()', name || '_update_drops_pages', name);
    execute format('create trigger %1$I after delete on %2$I referencing old table as touched
      for each statement execute function drop_pages()', name || '_delete_drops_pages', name);
  end loop;
end $$;

-- One physical pack: picked after the counter said yes.
create table pack_units (
  id        uuid primary key,
  pack_id   text not null references packs (id),
  number    integer not null check (number > 0),
  draw_number integer,                            -- the place in the order of sale; null until the draw
  state     text not null default 'free' check (state in ('free', 'reserved', 'sold')),
  order_id  uuid references orders (id),          -- the order that holds it
  check ((state = 'free') = (order_id is null)),
  unique (pack_id, number)
);
create unique index pack_units_order on pack_units (order_id) where order_id is not null;
create unique index pack_units_draw on pack_units (pack_id, draw_number);
create index pack_units_free on pack_units (pack_id, draw_number) where state = 'free' and draw_number is not null;

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

-- What a selectable pack can be filled with: the counter decides, the serial is taken after.
create table pack_selectables (
  pack_id   text not null references packs (id),
  item_id   text not null references items (id),
  issued    integer not null check (issued > 0),
  remaining integer not null check (remaining between 0 and issued),
  most_each integer not null check (most_each > 0),
  primary key (pack_id, item_id)
);

-- The copies a selectable pack is filled from: the serial is taken after the counter said yes.
create table pack_pool (
  pack_id   text not null references packs (id),
  item_id   text not null references items (id),
  serial    integer not null check (serial > 0),
  ref_id    uuid not null unique,
  unit_id   uuid references pack_units (id),
  primary key (pack_id, item_id, serial),
  unique (item_id, serial)
);
create index pack_pool_free on pack_pool (pack_id, item_id, serial) where unit_id is null;

-- How many units of a pack a member holds or has reserved: what the limit per member counts, one
-- narrow row per buyer.
create table pack_holdings (
  pack_id    text not null references packs (id),
  member_id  uuid not null references members (id),
  held       integer not null check (held >= 0),
  primary key (pack_id, member_id)
);

-- A place in the line of a pack. Place n is admitted n / queue_per_second seconds after the sale
-- began; below 0 it waits for the draw of the places at the start of the sale.
create table pack_tickets (
  pack_id   text not null references packs (id),
  member_id uuid not null references members (id),
  number    bigint not null,
  joined_at timestamptz not null default kura_now(),
  primary key (pack_id, member_id),
  unique (pack_id, number)
);

-- What checkout keeps of a pack: it lies below, and cannot name packs itself.
alter table orders add foreign key (pack_id) references packs (id), add foreign key (unit_id) references pack_units (id);

-- Opening a pack is its own record: the cards of a unit are minted into the vault of the member.
create table openings (
  id            uuid primary key,
  unit_id       uuid not null references pack_units (id),
  order_id      uuid not null unique references orders (id),
  member_id     uuid not null references members (id),
  flow_address  text not null,
  state         text not null check (state in ('opened', 'minting', 'sealed', 'stuck', 'refunded')),
  transaction_id uuid,                          -- the latest row in chain_transactions
  tx_id         text,
  error         text,
  tries         integer not null default 0,
  worked_until  timestamptz not null default kura_now(),
  opened_at     timestamptz not null default kura_now(),
  sealed_at     timestamptz
);
-- A unit whose opening was refunded was never minted and is sold again.
create unique index openings_unit on openings (unit_id) where state <> 'refunded';
create index openings_open on openings (worked_until) where state in ('opened', 'minting', 'stuck');
-- What a change of the wallet has to look at.
create index openings_member_waiting on openings (member_id) where state in ('opened', 'minting', 'stuck');
create index openings_sealed on openings (sealed_at) where sealed_at is not null;

-- Every state an opening came into: an order's timeline is made from these.
create table opening_moves (
  opening_id uuid not null references openings (id) on delete cascade,
  number     bigint generated always as identity,
  state      text not null,
  tx_id      text,
  at         timestamptz not null default kura_now(),
  primary key (opening_id, number)
);

create function note_opening_move() returns trigger language plpgsql as $$
begin
  insert into opening_moves (opening_id, state, tx_id) values (new.id, new.state, new.tx_id);
  return null;
end $$;
create trigger openings_insert_notes_move after insert on openings for each row execute function note_opening_move();
create trigger openings_update_notes_move after update of state on openings for each row
  when (old.state is distinct from new.state) execute function note_opening_move();

-- Passcodes are known by the SHA-256 of their plain form.
create table passcodes (
  id        uuid primary key,
  code_hash bytea not null unique,
  pack_id   text not null references packs (id),
  uses_most integer not null check (uses_most > 0),
  uses      integer not null default 0 check (uses between 0 and uses_most),
  starts_at timestamptz,
  ends_at   timestamptz,
  created_at timestamptz not null default kura_now()
);
create index passcodes_pack on passcodes (pack_id);

-- Who used a passcode.
create table passcode_uses (
  passcode_id uuid not null references passcodes (id),
  member_id   uuid not null references members (id),
  used_at     timestamptz not null default kura_now(),
  primary key (passcode_id, member_id)
);

-- Packs that are given: to all, or to whom they are reserved for.
create table airdrops (
  id             text primary key check (id ~ '^[a-z0-9][a-z0-9-]{0,63}$'),
  name_ja        text not null,
  name_en        text not null,
  description_ja text not null default '',
  description_en text not null default '',
  pack_id        text not null references packs (id),
  packs_each     integer not null check (packs_each between 1 and 100),
  starts_at      timestamptz,
  ends_at        timestamptz,
  closed_at      timestamptz,
  is_for_all     boolean not null,
  position       integer not null default 0,
  created_at     timestamptz not null default kura_now()
);
create index airdrops_pack on airdrops (pack_id);

create trigger airdrops_insert_drops_pages after insert on airdrops referencing new table as touched
  for each statement execute function drop_pages();
create trigger airdrops_update_drops_pages after update on airdrops referencing new table as touched
  for each statement execute function drop_pages();

-- Who claimed an airdrop.
create table airdrop_claims (
  airdrop_id text not null references airdrops (id),
  member_id  uuid not null references members (id),
  claimed_at timestamptz not null default kura_now(),
  primary key (airdrop_id, member_id)
);

-- Members an airdrop is for, when it is not for all: an e-mail address, a Flow address or a
-- member's id, in small letters. A claim stays with its member, because addresses change hands.
create table airdrop_reservations (
  airdrop_id text not null references airdrops (id),
  who        text not null check (who = lower(who)),
  claimed_by uuid,
  primary key (airdrop_id, who),
  foreign key (airdrop_id, claimed_by) references airdrop_claims (airdrop_id, member_id)
);

-- What stays of an address that an airdrop names once its account is deleted: enough to know that
-- it was named or used up when it comes back, and no address.
create function airdrop_print(airdrop text, who text) returns text language sql immutable parallel safe strict
  return 'sha256:' || encode(sha256(convert_to(airdrop || ' ' || who, 'UTF8')), 'hex');
