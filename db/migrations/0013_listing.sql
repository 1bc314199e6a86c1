-- The secondary market: what the chain says of orders to sell, and the listings that stand on them.

-- The shop's rules of selling, as imported.
create table market_settings (
  is_only         boolean primary key default true check (is_only),
  fee_bps         integer not null check (fee_bps between 0 and 5000),          -- hundredths of a per cent of the price
  price_least_yen integer not null check (price_least_yen >= 1),
  price_most_yen  integer not null check (price_most_yen between price_least_yen and 9999999),
  listing_days    integer not null check (listing_days between 1 and 365),
  changed_at      timestamptz not null default kura_now()
);
insert into market_settings (fee_bps, price_least_yen, price_most_yen, listing_days) values (1000, 100, 1000000, 30);
-- What the shop keeps of every price of this item, so that the new owner can open its protected contents.
alter table items add column content_access_yen integer not null default 0 check (content_access_yen between 0 and 1000000);

-- What the network tells of orders of our agent, in the order of (height, tx_index, event_index). Written by the indexer only.
create table sale_events (
  tx_id         text not null,
  event_index   integer not null,
  tx_index      integer not null,
  height        bigint not null,
  block_at      timestamptz not null,
  type          text not null,                   -- the network's name of the event
  kind          text not null check (kind in ('added', 'updated', 'cancelled', 'fulfilled', 'cleaned-up', 'destroyed', 'all-cancelled',
                                              'paused', 'right-taken', 'grants-hidden')),
  order_hash    text,                            -- null where a seller or everybody is meant
  replaced_hash text,
  seller        text,
  capability_id numeric(20),
  issued_until  timestamptz,
  payload       jsonb not null,
  primary key (tx_id, event_index)
);
create index sale_events_order on sale_events (order_hash) where order_hash is not null;
create index sale_events_replaced on sale_events (replaced_hash) where replaced_hash is not null;
create index sale_events_seller on sale_events (seller) where kind in ('all-cancelled', 'right-taken', 'grants-hidden');
create index sale_events_paused on sale_events (height desc, tx_index desc, event_index desc) where kind = 'paused';

-- One order as the chain has it. Made from sale_events and chain_events alone, whatever the order in which those were found.
create table sale_orders (
  order_hash      text primary key,
  order_id        text not null,
  agent           text not null,
  seller          text not null,
  token_id        numeric(20) not null,
  token_uuid      numeric(20) not null,
  ref_id          text not null,
  version         bigint not null,
  price_yen       bigint not null,
  fee_yen         bigint not null,
  royalty_yen     bigint not null,
  issued_at       timestamptz not null,
  starts_at       timestamptz not null,
  expires_at      timestamptz not null,
  target_address  text,
  capability_id   numeric(20) not null,
  opened_tx_id    text not null,
  opened_height   bigint not null,
  opened_tx_index integer not null,
  opened_event    integer not null,
  opened_at       timestamptz not null,
  -- null while it stands; running out of time is no event, so it is not told here unless something came after it
  end_reason      text check (end_reason in ('sold', 'cancelled', 'agent', 'replaced', 'expired', 'revoked', 'hidden', 'moved', 'burned',
                                             'all-cancelled', 'cleaned-up')),
  ended_tx_id     text,
  ended_height    bigint,
  ended_at        timestamptz,
  buyer_address   text,
  payment_ref     text,
  check ((end_reason is null) = (ended_at is null)),
  check ((end_reason = 'sold') = (buyer_address is not null))
);
create index sale_orders_token on sale_orders (token_id);
create index sale_orders_seller on sale_orders (seller);
create index sale_orders_capability on sale_orders (capability_id);

-- An offer of a member: terms that we signed and the seller's wallet accepted. `id` is the order's id on chain. What the chain says of
-- it is brought here by the indexer, in the transaction that moves its cursor.
create table listings (
  id                 uuid primary key,
  state              text not null default 'drafted'
                     check (state in ('drafted', 'pending', 'open', 'held', 'ending', 'sold', 'ended', 'given-up')),
  seller_id          uuid not null references members (id),
  seller_address     text not null,
  token_id           numeric(20) not null,
  token_uuid         numeric(20) not null,
  ref_id             uuid not null,
  item_id            text not null references items (id),
  serial             integer not null,
  version            bigint not null check (version > 0),
  price_yen          integer not null check (price_yen > 0),
  fee_yen            integer not null check (fee_yen >= 0),
  royalty_yen        integer not null check (royalty_yen >= 0),
  content_access_yen integer not null check (content_access_yen >= 0),
  target_id          uuid references members (id),
  target_address     text,
  issued_at          timestamptz not null,
  expires_at         timestamptz not null,
  key_index          integer not null,
  order_hash         text not null unique,
  capability_id      numeric(20),                -- the seller's right behind it, known once it is on chain
  tx_id              text,                       -- as the seller's browser told it: a hint
  created_at         timestamptz not null default kura_now(),
  opened_at          timestamptz,
  ended_at           timestamptz,
  end_reason         text check (end_reason in ('cancelled', 'agent', 'replaced', 'expired', 'revoked', 'hidden', 'moved', 'burned',
                                                'all-cancelled', 'cleaned-up', 'chain-reset')),
  check (fee_yen + royalty_yen + content_access_yen < price_yen),
  check ((target_id is null) = (target_address is null)),
  check (state not in ('open', 'held', 'ending', 'sold') or opened_at is not null),
  check ((state in ('sold', 'ended')) = (ended_at is not null)),
  check ((state = 'ended') = (end_reason is not null))
);
create unique index listings_one_per_token on listings (token_id) where state in ('open', 'held', 'ending');
create index listings_token on listings (token_id, version desc);
create index listings_price on listings (item_id, price_yen, id) where state = 'open' and target_id is null;
create index listings_serial on listings (item_id, serial, id) where state = 'open' and target_id is null;
create index listings_time on listings (item_id, opened_at, id) where state = 'open' and target_id is null;
create index listings_target on listings (target_id, item_id) where state = 'open' and target_id is not null;
create index listings_seller on listings (seller_id, id desc);
create index listings_expiry on listings (expires_at) where state = 'open';
create index listings_drafts on listings (created_at) where state in ('drafted', 'pending');
create index listings_ending on listings (id) where state = 'ending';
create index listings_sold on listings (ended_at desc, item_id) where state = 'sold';
create index listings_item_sold on listings (item_id, ended_at desc) where state = 'sold';

-- Every state a listing came into, whoever moved it.
create table listing_moves (
  listing_id uuid not null references listings (id) on delete cascade,
  number     bigint generated always as identity,
  state      text not null,
  reason     text,
  at         timestamptz not null default kura_now(),
  primary key (listing_id, number)
);

-- How many open listings an item has for everybody, kept by the triggers below, so that no list counts.
create table item_listings (
  item_id   text primary key references items (id),
  listed    integer not null default 0 check (listed >= 0),
  listed_at timestamptz not null default kura_now()   -- of the latest
);
create index item_listings_latest on item_listings (listed_at desc, item_id) where listed > 0;

-- How many of an item were sold between members on a day of Japan, kept likewise.
create table item_sales (
  item_id text not null references items (id),
  day     date not null,
  sold    integer not null check (sold >= 0),
  primary key (day, item_id)
);

create function listing_is_public(state text, target_id uuid) returns boolean language sql immutable parallel safe
  return state = 'open' and target_id is null;

-- By the statement, so that a round of the indexer costs the same however many listings it moved.
create function note_listing_inserts() returns trigger language plpgsql as $$
begin
  insert into listing_moves (listing_id, state, reason) select id, state, end_reason from arrived;
  insert into item_listings as t (item_id, listed, listed_at)
    select item_id, count(*), max(opened_at) from arrived where listing_is_public(state, target_id) group by item_id order by item_id
    on conflict (item_id) do update set listed = t.listed + excluded.listed, listed_at = greatest(t.listed_at, excluded.listed_at);
  insert into item_sales (item_id, day, sold)
    select item_id, (ended_at at time zone 'Asia/Tokyo')::date, count(*) from arrived where state = 'sold' group by 1, 2 order by 2, 1
    on conflict (day, item_id) do update set sold = item_sales.sold + excluded.sold;
  insert into page_drops (tag)
    select 'item:' || item_id from arrived where state = 'open' union select 'token:' || token_id::text from arrived where state = 'open'
    union select 'listings' from arrived where state = 'open';
  return null;
end $$;
create trigger listings_insert_notes after insert on listings referencing new table as arrived
  for each statement execute function note_listing_inserts();

create function note_listing_updates() returns trigger language plpgsql as $$
begin
  insert into listing_moves (listing_id, state, reason)
    select a.id, a.state, a.end_reason from arrived a join gone g on g.id = a.id
     where (a.state, a.end_reason) is distinct from (g.state, g.end_reason);
  insert into item_listings as t (item_id, listed, listed_at)
    select a.item_id, 0, max(a.opened_at) from arrived a join gone g on g.id = a.id
     where listing_is_public(a.state, a.target_id) and not listing_is_public(g.state, g.target_id) group by a.item_id order by a.item_id
    on conflict (item_id) do update set listed_at = greatest(t.listed_at, excluded.listed_at);
  update item_listings t set listed = t.listed + c.change
    from (select a.item_id, sum(listing_is_public(a.state, a.target_id)::integer - listing_is_public(g.state, g.target_id)::integer) as change
            from arrived a join gone g on g.id = a.id group by a.item_id order by a.item_id) c
   where c.item_id = t.item_id and c.change <> 0;
  with changes as (
    select item_id, day, sum(n)::integer as change from (
      select a.item_id, (a.ended_at at time zone 'Asia/Tokyo')::date as day, 1 as n from arrived a where a.state = 'sold'
      union all
      select g.item_id, (g.ended_at at time zone 'Asia/Tokyo')::date, -1 from gone g where g.state = 'sold') c
     group by 1, 2 having sum(n) <> 0 order by 2, 1
  ), changed as (
    update item_sales t set sold = t.sold + c.change from changes c where t.day = c.day and t.item_id = c.item_id
    returning t.item_id, t.day
  )
  insert into item_sales (item_id, day, sold)
    select item_id, day, change from changes c
     where not exists (select 1 from changed d where d.item_id = c.item_id and d.day = c.day)
    on conflict (day, item_id) do update set sold = item_sales.sold + excluded.sold;
  insert into page_drops (tag)
    select tag from (select a.item_id, a.token_id from arrived a join gone g on g.id = a.id
                      where (a.state = 'open') <> (g.state = 'open') or (a.state, g.state) in (('sold', 'held'))
                         or (a.state = 'open' and a.price_yen <> g.price_yen)) c,
           lateral (values ('item:' || c.item_id), ('token:' || c.token_id::text), ('listings')) tags (tag)
    group by tag;
  return null;
end $$;
create trigger listings_update_notes after update on listings referencing old table as gone new table as arrived
  for each statement execute function note_listing_updates();
