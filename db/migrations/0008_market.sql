-- The market between members: listings, trades, gifts and transfers.

-- The shop's rules of selling between members, as imported.
create table market_settings (
  is_only         boolean primary key default true check (is_only),
  fee_bps         integer not null check (fee_bps between 0 and 5000),          -- hundredths of a per cent of the price
  price_least_yen integer not null check (price_least_yen >= 1),
  price_most_yen  integer not null check (price_most_yen between price_least_yen and 9999999),
  listing_days    integer not null check (listing_days between 1 and 365),
  -- from the delivery until the money is the seller's: time enough to see what a gateway takes back
  clearing_days   integer not null default 7 check (clearing_days between 0 and 180),
  -- A price under so many per cent of the floor is asked about, and cannot be bought for so many
  -- seconds. 0: never asked about.
  floor_percent   integer not null default 50 check (floor_percent between 0 and 100),
  grace_seconds   integer not null default 90 check (grace_seconds between 0 and 3600),
  -- The same two members may trade a token so often within so many days (0: no limit); more trades
  -- of two members within that time are flagged.
  circle_days     integer not null default 30 check (circle_days between 0 and 365),
  circle_trades   integer not null default 1 check (circle_trades between 1 and 100),
  pair_trades     integer not null default 5 check (pair_trades between 2 and 1000),
  changed_at      timestamptz not null default kura_now()
);
insert into market_settings (fee_bps, price_least_yen, price_most_yen, listing_days) values (1000, 100, 1000000, 30);

-- Who sells by trade, as the operator found: shown beside each of their listings. Without a
-- complete notice they cannot sell.
create table professional_sellers (
  member_id           uuid primary key references members (id),
  name                text not null default '' check (char_length(name) <= 200),
  address             text not null default '' check (char_length(address) <= 400),
  contact             text not null default '' check (char_length(contact) <= 200),
  registration_number text not null default '' check (registration_number ~ '^(T[0-9]{13})?$'),
  is_complete         boolean not null generated always as (name <> '' and address <> '' and contact <> '') stored,
  changed_at          timestamptz not null default kura_now()
);

-- A listing of a member: terms that we signed and the seller's wallet accepted. `id` is the order's
-- id on chain. What the chain says of it is written here by the indexer, in the transaction that
-- moves its cursor.
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
  tx_id              text,                       -- as the seller's browser reported it: a hint
  created_at         timestamptz not null default kura_now(),
  opened_at          timestamptz,
  -- It can be bought at once, or after its grace, counted from the moment this site had it, which
  -- may be later than its block.
  grace_seconds      integer not null default 0 check (grace_seconds between 0 and 3600),
  buyable_from       timestamptz,                -- set by a trigger
  ended_at           timestamptz,
  end_reason         text check (end_reason in
                       ('cancelled', 'agent', 'replaced', 'expired', 'revoked', 'hidden', 'moved', 'burned', 'all-cancelled', 'cleaned-up',
                        'key-revoked', 'chain-reset')),
  -- Why our agent ended it on chain, or will: its seller cancelled it, was banned, changed the wallet,
  -- sells by trade without a notice, the member it was meant for changed the wallet, or the chain
  -- would not deliver it. Null where nobody noted it. 'target' may stand beside any state from the
  -- draft on: what is meant for a member who changed the wallet is marked before it is on sale, and
  -- never opens then.
  withdrawal_cause   text check (withdrawal_cause in ('seller', 'ban', 'wallet', 'notice', 'target', 'chain')),
  check (fee_yen + royalty_yen + content_access_yen < price_yen),
  check ((target_id is null) = (target_address is null)),
  check (state not in ('open', 'held', 'ending', 'sold') or opened_at is not null),
  check ((state in ('sold', 'ended')) = (ended_at is not null)),
  check ((state = 'ended') = (end_reason is not null)),
  constraint listings_buyable_check check ((buyable_from is null) = (opened_at is null))
);
create unique index listings_one_per_token on listings (token_id) where state in ('open', 'held', 'ending');
create index listings_token on listings (token_id, version desc);
create index listings_price on listings (item_id, price_yen, id) where state = 'open' and target_id is null;
create index listings_serial on listings (item_id, serial, id) where state = 'open' and target_id is null;
-- Serials across the market: number one of anything.
create index listings_serials on listings (serial, item_id) where state = 'open' and target_id is null;
create index listings_time on listings (item_id, opened_at, id) where state = 'open' and target_id is null;
create index listings_target on listings (target_id, item_id) where state = 'open' and target_id is not null;
create index listings_seller on listings (seller_id, id desc);
create index listings_expiry on listings (expires_at) where state = 'open';
create index listings_drafts on listings (created_at) where state in ('drafted', 'pending');
create index listings_ending on listings (id) where state = 'ending';
create index listings_sold on listings (ended_at desc, item_id) where state = 'sold';
create index listings_item_sold on listings (item_id, ended_at desc) where state = 'sold';
-- What a visitor may do with an item is read from these.
create index listings_own_live on listings (seller_id, item_id) where state in ('open', 'held', 'ending');
create index listings_item_held on listings (item_id) where state = 'held';
create index listings_item_grace on listings (item_id, buyable_from) where state = 'open' and grace_seconds > 0;
create index listings_day_prices on listings (item_id, ended_at, price_yen) where state = 'sold';
-- Those that cannot be found by listings_target, which has the open ones.
create index listings_target_waiting on listings (target_id)
  where target_id is not null and state in ('drafted', 'pending', 'given-up', 'held');

-- Begins the grace when a listing opens.
create function set_buyable_from() returns trigger language plpgsql as $$
begin
  new.buyable_from := case when new.opened_at is null then null
                           when new.grace_seconds = 0 then new.opened_at
                           else coalesce(new.buyable_from, kura_now() + make_interval(secs => new.grace_seconds)) end;
  return new;
end $$;
create trigger listings_insert_sets_buyable before insert on listings for each row
  when (new.opened_at is not null) execute function set_buyable_from();
create trigger listings_update_sets_buyable before update of opened_at on listings for each row
  when (new.opened_at is distinct from old.opened_at) execute function set_buyable_from();

-- When and why all listings of a member were withdrawn at once, the last time. What was signed
-- until then and comes to the chain later is withdrawn too, for the same cause.
create table listing_withdrawals (
  member_id    uuid primary key references members (id),
  withdrawn_at timestamptz not null default kura_now(),
  cause        text not null check (cause in ('seller', 'ban', 'wallet', 'notice'))
);

-- Every state a listing came into.
create table listing_moves (
  listing_id uuid not null references listings (id) on delete cascade,
  number     bigint generated always as identity,
  state      text not null,
  reason     text,
  at         timestamptz not null default kura_now(),
  primary key (listing_id, number)
);
-- What moved lately, for the check that reads what changed.
create index listing_moves_at on listing_moves (at);

-- Histories go forward. The clock tells when a transaction began, and one that waited for another
-- may have begun before it.
create function listing_move_goes_forward() returns trigger language plpgsql as $$
begin
  new.at := greatest(new.at, (select at from listing_moves where listing_id = new.listing_id order by number desc limit 1));
  return new;
end $$;
create trigger listing_moves_go_forward before insert on listing_moves for each row execute function listing_move_goes_forward();

-- How many open listings an item has for everybody, its floor, and how many were ever sold: kept by
-- the triggers below, so that no list counts.
create table item_listings (
  item_id   text primary key references items (id),
  listed    integer not null default 0 check (listed >= 0),
  listed_at timestamptz not null default kura_now(),   -- of the latest
  floor_yen integer,                              -- null: nothing is listed
  sold      integer not null default 0 check (sold >= 0)
);
create index item_listings_latest on item_listings (listed_at desc, item_id) where listed > 0;
create index item_listings_floor on item_listings (floor_yen, item_id) where listed > 0;
create index item_listings_sold on item_listings (sold desc, item_id) where listed > 0;

-- How many of an item were sold between members on a day of Japan, kept likewise.
create table item_sales (
  item_id text not null references items (id),
  day     date not null,
  sold    integer not null check (sold >= 0),
  primary key (day, item_id)
);

-- Prices of an item by day of Japan: one row for each day on which something was sold or the listings
-- changed. The floor is that at the end of the day (of today: now), null where nothing was listed.
create table item_days (
  item_id    text not null references items (id),
  day        date not null,
  sold       integer not null default 0 check (sold >= 0),
  volume_yen bigint not null default 0,
  median_yen integer,
  least_yen  integer,
  most_yen   integer,
  floor_yen  integer,
  primary key (item_id, day),
  check ((sold > 0) = (median_yen is not null))
);

-- Whether everybody may buy a listing.
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

-- Corrects the floor of items, and the figures of days on which one was sold. Each is read from the
-- rows through an index, after every other change of the same item is finished: the last one sees
-- the rows of all.
create function refresh_item_prices(touched text[], sold_items text[], sold_days date[]) returns void language plpgsql as $$
declare
  today date := (kura_now() at time zone 'Asia/Tokyo')::date;
begin
  insert into item_listings (item_id) select id from unnest(touched) id order by 1 on conflict do nothing;
  perform 1 from item_listings where item_id = any(touched) order by item_id for update;
  update item_listings t set floor_yen = f.price
    from (select i.id, (select min(l.price_yen) from listings l
                         where l.item_id = i.id and l.state = 'open' and l.target_id is null) as price
            from unnest(touched) i (id)) f
   where t.item_id = f.id and t.floor_yen is distinct from f.price;
  insert into item_days (item_id, day, floor_yen)
    select d.item_id, d.day, (select p.floor_yen from item_days p where p.item_id = d.item_id and p.day < d.day order by p.day desc limit 1)
      from (select item_id, day from unnest(sold_items, sold_days) s (item_id, day) union select id, today from unnest(touched) id) d
     order by 1, 2
    on conflict do nothing;
  perform 1 from item_days d join unnest(sold_items, sold_days) s (item_id, day) on s.item_id = d.item_id and s.day = d.day
    order by d.item_id, d.day for update of d;
  update item_days d set floor_yen = t.floor_yen from item_listings t
   where t.item_id = any(touched) and d.item_id = t.item_id and d.day = today;
  update item_days d
     set sold = n.sold, volume_yen = n.volume, median_yen = n.median, least_yen = n.least, most_yen = n.most
    from unnest(sold_items, sold_days) s (item_id, day)
   cross join lateral (
      select count(*)::int as sold, coalesce(sum(l.price_yen), 0) as volume, percentile_disc(0.5) within group (order by l.price_yen) as median,
             min(l.price_yen) as least, max(l.price_yen) as most
        from listings l
       where l.item_id = s.item_id and l.state = 'sold'
         and l.ended_at >= s.day::timestamp at time zone 'Asia/Tokyo' and l.ended_at < (s.day + 1)::timestamp at time zone 'Asia/Tokyo') n
   where d.item_id = s.item_id and d.day = s.day;
end $$;

-- Floors and prices by day of what came.
create function note_listing_prices_inserted() returns trigger language plpgsql as $$
declare
  items text[] := array(select distinct item_id from arrived where listing_is_public(state, target_id) order by 1);
  sold_items text[];
  sold_days date[];
begin
  select array_agg(item_id), array_agg(day) into sold_items, sold_days
    from (select distinct item_id, (ended_at at time zone 'Asia/Tokyo')::date as day from arrived where state = 'sold' order by 1, 2) s;
  if cardinality(items) = 0 and sold_items is null then return null; end if;
  insert into item_listings as t (item_id, sold)
    select item_id, count(*) from arrived where state = 'sold' group by 1 order by 1
    on conflict (item_id) do update set sold = t.sold + excluded.sold;
  perform refresh_item_prices(items, sold_items, sold_days);
  return null;
end $$;
create trigger listings_insert_prices after insert on listings referencing new table as arrived
  for each statement execute function note_listing_prices_inserted();

-- And of what changed. Its trigger runs after listings_update_notes: triggers go by their names.
create function note_listing_prices_updated() returns trigger language plpgsql as $$
declare
  items text[] := array(
    select distinct a.item_id from arrived a join gone g on g.id = a.id
     where listing_is_public(a.state, a.target_id) <> listing_is_public(g.state, g.target_id)
        or (listing_is_public(a.state, a.target_id) and a.price_yen <> g.price_yen) order by 1);
  sold_items text[];
  sold_days date[];
begin
  select array_agg(item_id), array_agg(day) into sold_items, sold_days from (
    select item_id, (ended_at at time zone 'Asia/Tokyo')::date as day from (
      select a.item_id, a.ended_at from arrived a join gone g on g.id = a.id
       where a.state = 'sold' and (g.state, g.ended_at, g.price_yen, g.item_id) is distinct from (a.state, a.ended_at, a.price_yen, a.item_id)
      union all
      select g.item_id, g.ended_at from arrived a join gone g on g.id = a.id
       where g.state = 'sold' and (g.state, g.ended_at, g.price_yen, g.item_id) is distinct from (a.state, a.ended_at, a.price_yen, a.item_id)) s
     group by 1, 2 order by 1, 2) d;
  if cardinality(items) = 0 and sold_items is null then return null; end if;
  insert into item_listings as t (item_id, sold)
    select item_id, 0 from unnest(sold_items) item_id group by 1 order by 1 on conflict do nothing;
  update item_listings t set sold = t.sold + c.change
    from (select item_id, sum(n)::integer as change from (
            select a.item_id, 1 as n from arrived a where a.state = 'sold'
            union all select g.item_id, -1 from gone g where g.state = 'sold') s
           group by 1 having sum(n) <> 0 order by 1) c
   where t.item_id = c.item_id;
  perform refresh_item_prices(items, sold_items, sold_days);
  return null;
end $$;
create trigger listings_update_prices after update on listings referencing old table as gone new table as arrived
  for each statement execute function note_listing_prices_updated();

-- The notice of a professional seller stands on the pages of what they sell.
create function drop_pages_of_seller() returns trigger language plpgsql as $$
begin
  insert into page_drops (tag)
    select tag from listings l, lateral (values ('item:' || l.item_id), ('token:' || l.token_id::text), ('listings')) tags (tag)
     where l.seller_id = coalesce(new.member_id, old.member_id) and l.state in ('open', 'held')
    group by tag;
  return null;
end $$;
create trigger professional_sellers_drop_pages after insert or update or delete on professional_sellers
  for each row execute function drop_pages_of_seller();

-- What checkout keeps of a listing: it lies below, and cannot name listings itself.
alter table orders add foreign key (listing_id) references listings (id);

-- A paid order for a listing: what our agent delivers, and where the price goes. `id` is the
-- order's.
create table trades (
  id                 uuid primary key references orders (id),
  listing_id         uuid not null references listings (id),
  seller_id          uuid not null references members (id),
  buyer_id           uuid not null references members (id),
  seller_address     text not null,
  buyer_address      text,                       -- null until something was sent to it
  token_id           numeric(20) not null,
  order_hash         text not null,
  price_yen          integer not null check (price_yen > 0),
  fee_yen            integer not null check (fee_yen >= 0),
  royalty_yen        integer not null check (royalty_yen >= 0),
  content_access_yen integer not null check (content_access_yen >= 0),
  proceeds_yen       integer not null check (proceeds_yen > 0),
  rights_holder_id   text references rights_holders (id),   -- as it was when it was paid, and
  seller_registration text not null default '' check (seller_registration ~ '^(T[0-9]{13})?$'),   -- for qualified invoices, empty: none
  state              text not null default 'delivering' check (state in ('delivering', 'delivered', 'settled', 'failed', 'undone')),
  transaction_id     uuid,                       -- the latest row in chain_transactions; null until there is one
  tx_id              text,
  error              text,                       -- of the last try
  tries              integer not null default 0,
  worked_until       timestamptz not null default kura_now(),
  started_at         timestamptz not null default kura_now(),
  deliver_until      timestamptz not null,       -- what refuses it for a time is waited for until then
  delivered_at       timestamptz,
  clears_at          timestamptz,
  settled_at         timestamptz,
  ended_at           timestamptz,                -- failed or undone
  forgotten_at       timestamptz,                -- the chain that had it was thrown away
  check (fee_yen + royalty_yen + content_access_yen + proceeds_yen = price_yen),
  check (seller_id <> buyer_id),
  check ((delivered_at is null) = (clears_at is null)),
  check (case state when 'delivering' then delivered_at is null when 'failed' then delivered_at is null else delivered_at is not null end),
  check (state <> 'settled' or settled_at is not null),
  check ((state in ('failed', 'undone')) = (ended_at is not null))
);
create unique index trades_listing on trades (listing_id) where state <> 'failed';
create index trades_open on trades (worked_until) where state = 'delivering';
create index trades_clearing on trades (clears_at) where state = 'delivered';
create index trades_seller on trades (seller_id, id desc);
create index trades_buyer on trades (buyer_id, id desc);
create index trades_delivered on trades (delivered_at) where delivered_at is not null;
create index trades_seller_delivered on trades (seller_id, delivered_at) where delivered_at is not null;
create index trades_seller_undone on trades (seller_id, ended_at) where state = 'undone';
-- While a shop has few sellers, the planner must not read everybody's trades to find one's latest.
alter table trades alter column seller_id set (n_distinct = -0.05);
create index trades_seller_clearing on trades (seller_id, clears_at) where state = 'delivered';
create index trades_token on trades (token_id, started_at desc);

-- What a seller sold in a month of Japan: delivered and not undone. Kept by a trigger, so that no
-- screen counts the sales.
create table seller_months (
  seller_id          uuid not null references members (id),
  month              date not null check (extract(day from month) = 1),
  sales              integer not null,
  price_yen          bigint not null,
  fee_yen            bigint not null,
  royalty_yen        bigint not null,
  content_access_yen bigint not null,
  proceeds_yen       bigint not null,
  primary key (seller_id, month)
);

create function add_to_seller_month(t trades, n integer) returns void language sql as $$
  insert into seller_months as s (seller_id, month, sales, price_yen, fee_yen, royalty_yen, content_access_yen, proceeds_yen)
  values (t.seller_id, date_trunc('month', t.delivered_at at time zone 'Asia/Tokyo')::date, n, n * t.price_yen::bigint,
          n * t.fee_yen::bigint, n * t.royalty_yen::bigint, n * t.content_access_yen::bigint, n * t.proceeds_yen::bigint)
  on conflict (seller_id, month) do update
    set sales = s.sales + excluded.sales, price_yen = s.price_yen + excluded.price_yen, fee_yen = s.fee_yen + excluded.fee_yen,
        royalty_yen = s.royalty_yen + excluded.royalty_yen, content_access_yen = s.content_access_yen + excluded.content_access_yen,
        proceeds_yen = s.proceeds_yen + excluded.proceeds_yen
$$;

create function count_seller_month() returns trigger language plpgsql as $$
declare
  was boolean := tg_op = 'UPDATE' and old.state in ('delivered', 'settled');
  is_now boolean := new.state in ('delivered', 'settled');
begin
  -- from delivered to settled nothing changes, and no row is locked
  if was = is_now then return null; end if;
  if was then perform add_to_seller_month(old, -1); else perform add_to_seller_month(new, 1); end if;
  return null;
end $$;
create trigger trades_insert_counts_month after insert on trades for each row execute function count_seller_month();
create trigger trades_update_counts_month after update of state on trades for each row execute function count_seller_month();

-- Every state a trade came into: an order's timeline is made from these.
create table trade_moves (
  trade_id uuid not null references trades (id) on delete cascade,
  number   bigint generated always as identity,
  state    text not null,
  tx_id    text,
  at       timestamptz not null default kura_now(),
  primary key (trade_id, number)
);
create index trade_moves_at on trade_moves (at);

create function trade_move_goes_forward() returns trigger language plpgsql as $$
begin
  new.at := greatest(new.at, (select at from trade_moves where trade_id = new.trade_id order by number desc limit 1));
  return new;
end $$;
create trigger trade_moves_go_forward before insert on trade_moves for each row execute function trade_move_goes_forward();

create function note_trade_move() returns trigger language plpgsql as $$
begin
  insert into trade_moves (trade_id, state, tx_id) values (new.id, new.state, new.tx_id);
  return null;
end $$;
create trigger trades_insert_notes_move after insert on trades for each row execute function note_trade_move();
create trigger trades_update_notes_move after update of state on trades for each row
  when (old.state is distinct from new.state) execute function note_trade_move();

-- A token that its owner's wallet was asked to move to an address, as a gift or just so. Only the
-- index says that it arrived: `sealed_tx_id` is from chain_events, `tx_id` is what the browser
-- reported, a hint.
create table transfers (
  id           uuid primary key,
  kind         text not null check (kind in ('gift', 'transfer')),
  state        text not null default 'drafted' check (state in ('drafted', 'pending', 'sealed', 'given-up', 'failed')),
  member_id    uuid not null references members (id),
  from_address text not null check (from_address ~ '^0x[0-9a-f]{16}$'),
  to_address   text not null check (to_address ~ '^0x[0-9a-f]{16}$'),
  recipient_id uuid references members (id),     -- whose wallet that was when it arrived; until then, when it was written
  token_id     numeric(20) not null,
  message      text not null default '' check (char_length(message) <= 200),
  since_height bigint not null,                  -- the newest block when it was written: what came before is not this
  tx_id        text,
  sealed_tx_id text,
  failure_code integer,                          -- the network's number
  created_at   timestamptz not null default kura_now(),
  asked_at     timestamptz,                      -- when the chain was last asked for tx_id
  sealed_at    timestamptz,
  check (from_address <> to_address),
  check ((state = 'sealed') = (sealed_tx_id is not null)),
  check ((state = 'sealed') = (sealed_at is not null)),
  check (state <> 'pending' or tx_id is not null)
);
create unique index transfers_sealed on transfers (sealed_tx_id, token_id) where state = 'sealed';
create index transfers_token on transfers (token_id) where state <> 'sealed';
create index transfers_member on transfers (member_id, kind, id desc);
create index transfers_recipient on transfers (recipient_id, id desc) where kind = 'gift' and state = 'sealed';
create index transfers_waiting on transfers (created_at) where state in ('drafted', 'pending');

-- Every state a transfer came into. `mailed_at`: when the members were written to.
create table transfer_moves (
  transfer_id uuid not null references transfers (id) on delete cascade,
  number      bigint generated always as identity,
  state       text not null,
  at          timestamptz not null default kura_now(),
  mailed_at     timestamptz,
  primary key (transfer_id, number)
);
create index transfer_moves_unmailed on transfer_moves (number) where mailed_at is null;

create function note_transfer() returns trigger language plpgsql as $$
begin
  insert into transfer_moves (transfer_id, state) values (new.id, new.state);
  return null;
end $$;
create trigger transfers_note_insert after insert on transfers for each row execute function note_transfer();
create trigger transfers_note_update after update of state on transfers for each row
  when (old.state is distinct from new.state) execute function note_transfer();

-- A gift by mail: an order for nothing that our agent signed and the giver's wallet accepted; `id`
-- is the order's id on chain. The token stays in the giver's vault until our agent delivers it to
-- the one who claims it with the link.
create table gifts (
  id              uuid primary key,
  state           text not null default 'drafted'
                  check (state in ('drafted', 'pending', 'open', 'claimed', 'sealed', 'ending', 'ended', 'given-up', 'failed')),
  giver_id        uuid not null references members (id),
  giver_address   text not null,
  token_id        numeric(20) not null,
  token_uuid      numeric(20) not null,
  ref_id          uuid not null,
  version         bigint not null check (version > 0),
  email           text not null check (email = lower(email)),   -- empty once it is not needed any more
  locale          text not null check (locale in ('ja', 'en')),
  message         text not null default '' check (char_length(message) <= 200),
  issued_at       timestamptz not null,
  claim_until     timestamptz not null,
  expires_at      timestamptz not null,          -- of the order on chain: later, so that what was claimed can be delivered
  key_index       integer not null,
  order_hash      text not null unique,
  claim_hash      bytea unique check (octet_length(claim_hash) = 32),   -- of the secret in the link that was mailed last
  mails           integer not null default 0 check (mails >= 0),
  mail_id         uuid,                          -- the last of them
  refused_mail_id uuid,                          -- the one of whose refusal the giver knows
  tx_id           text,                          -- as the giver's browser reported it: a hint
  claimer_id      uuid references members (id),
  claimer_address text check (claimer_address ~ '^0x[0-9a-f]{16}$'),
  sealed_tx_id    text,
  failure_code    integer,
  created_at      timestamptz not null default kura_now(),
  asked_at        timestamptz,
  opened_at       timestamptz,
  claimed_at      timestamptz,
  sealed_at       timestamptz,
  ended_at        timestamptz,
  end_reason      text check (end_reason in ('cancelled', 'expired', 'moved', 'replaced', 'withdrawn', 'undelivered')),
  check (claim_until < expires_at),
  check (claimer_id is null or claimer_id <> giver_id),
  check ((claimer_id is null) = (claimer_address is null) and (claimer_id is null) = (claimed_at is null)),
  check (state <> 'claimed' or claimer_id is not null),
  check (state not in ('open', 'claimed', 'ending', 'sealed', 'ended') or opened_at is not null),
  check ((state = 'sealed') = (sealed_tx_id is not null)),
  check ((state = 'sealed') = (sealed_at is not null)),
  check ((state = 'ended') = (ended_at is not null)),
  check ((end_reason is not null) = (state in ('ending', 'ended')))
);
create unique index gifts_one_per_token on gifts (token_id) where state in ('open', 'claimed', 'ending');
create index gifts_token on gifts (token_id, version desc);
create index gifts_giver on gifts (giver_id, id desc);
create index gifts_claimer on gifts (claimer_id, id desc) where claimer_id is not null;
create index gifts_waiting on gifts (created_at) where state in ('drafted', 'pending');
create index gifts_open on gifts (claim_until) where state = 'open';
create index gifts_claimed on gifts (claimed_at) where state = 'claimed';
create index gifts_ending on gifts (id) where state = 'ending';
create index gifts_kept_email on gifts (created_at) where email <> '';
create index gifts_mailed on gifts (email, opened_at) where mails > 0;

-- Every state a gift came into. `mailed_at`: when the members were written to.
create table gift_moves (
  gift_id uuid not null references gifts (id) on delete cascade,
  number  bigint generated always as identity,
  state   text not null,
  reason  text,
  at      timestamptz not null default kura_now(),
  mailed_at timestamptz,
  primary key (gift_id, number)
);
create index gift_moves_unmailed on gift_moves (number) where mailed_at is null;

create function note_gift() returns trigger language plpgsql as $$
begin
  insert into gift_moves (gift_id, state, reason) values (new.id, new.state, new.end_reason);
  return null;
end $$;
create trigger gifts_note_insert after insert on gifts for each row execute function note_gift();
create trigger gifts_note_update after update of state, end_reason on gifts for each row
  when ((old.state, old.end_reason) is distinct from (new.state, new.end_reason)) execute function note_gift();

-- Deliveries that look like members trading with themselves, for a person to check. Found after the
-- fact by a job.
create table market_flags (
  listing_id uuid not null references listings (id),
  rule       text not null check (rule in ('circle', 'pair', 'same-mailbox', 'same-card')),
  details    text not null,
  at         timestamptz not null default kura_now(),
  primary key (listing_id, rule)
);
create index market_flags_latest on market_flags (at desc);

-- Up to which delivery suspicious trades were searched.
create table market_marks (
  is_only  boolean primary key default true check (is_only),
  ended_at timestamptz not null
);
insert into market_marks (ended_at) values (kura_now());

-- Why a member may not buy a listing now, or null: the one place that decides it.
--   gone        it is not listed any more, or not yet
--   held        somebody is paying for it
--   own         the buyer is its seller, by account, wallet (also an earlier one) or mailbox
--   target      it is meant for somebody else
--   not-yet     its grace is not over
--   circle      these two have traded this token often enough lately
create function listing_refusal(listing uuid, buyer uuid) returns text language sql stable as $$
  select case
    when l.id is null or l.state not in ('open', 'held') or l.expires_at <= kura_now() then 'gone'
    when l.seller_id = b.id or l.seller_address = b.flow_address or s.flow_address = b.flow_address
      or mailbox_of(s.email) = mailbox_of(b.email)
      or exists (select 1 from wallet_changes w
                  where w.state = 'done' and ((w.member_id = b.id and w.old_address = l.seller_address)
                     or (w.member_id = s.id and w.old_address = b.flow_address))) then 'own'
    when l.target_id is not null and l.target_id <> b.id then 'target'
    when l.state = 'held' then 'held'
    when l.buyable_from > kura_now() then 'not-yet'
    when r.circle_days > 0 and r.circle_trades <= (
      select count(*) from (
        select o.order_hash from sale_orders o
         where o.token_id = l.token_id and o.end_reason = 'sold' and o.price_yen > 0 and o.ended_at > kura_now() - make_interval(days => r.circle_days)
           and ((o.seller = l.seller_address and o.buyer_address = b.flow_address)
             or (o.seller = b.flow_address and o.buyer_address = l.seller_address))
        union
        select t.order_hash from trades t
         where t.token_id = l.token_id and t.state in ('delivering', 'delivered', 'settled')
           and t.started_at > kura_now() - make_interval(days => r.circle_days)
           and ((t.seller_id = l.seller_id and t.buyer_id = b.id) or (t.seller_id = b.id and t.buyer_id = l.seller_id))) k) then 'circle'
  end
  from market_settings r
  left join listings l on l.id = listing
  left join members s on s.id = l.seller_id
  left join members b on b.id = buyer
$$;
