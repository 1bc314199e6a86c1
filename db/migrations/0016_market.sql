-- The market between members, whole: prices by day, search, prices far below the floor, trades that go in a circle, professional sellers,
-- keys of the agent that are revoked.

-- Rules by import. A price under so many per cent of the floor is asked about, and cannot be bought for so many seconds. The same two
-- members may trade a token so often within so many days; two who trade with each other more often than that are looked at.
alter table market_settings
  add column floor_percent   integer not null default 50 check (floor_percent between 0 and 100),      -- 0: never asked about
  add column grace_seconds   integer not null default 90 check (grace_seconds between 0 and 3600),
  add column circle_days     integer not null default 30 check (circle_days between 0 and 365),        -- 0: not looked at
  add column circle_trades   integer not null default 1 check (circle_trades between 1 and 100),
  add column pair_trades     integer not null default 5 check (pair_trades between 2 and 1000);

-- When a listing can be bought: at once, or after its grace, counted from the moment this site had it, which may be later than its block.
alter table listings
  add column grace_seconds integer not null default 0 check (grace_seconds between 0 and 3600),
  add column buyable_from  timestamptz;
-- What a visitor may do with an item is told by looks into these.
create index listings_own_live on listings (seller_id, item_id) where state in ('open', 'held', 'ending');
create index listings_item_target on listings (item_id) where state = 'open' and target_id is not null;
create index listings_item_held on listings (item_id) where state = 'held';
create index listings_item_grace on listings (item_id, buyable_from) where state = 'open' and grace_seconds > 0;
update listings set buyable_from = opened_at where opened_at is not null;
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
alter table listings add constraint listings_buyable_check check ((buyable_from is null) = (opened_at is null));

-- When a member took back everything at once. What was signed until then and comes to the chain later is taken back too.
alter table members add column listings_ended_at timestamptz;

-- An order is worthless once the key that signed it is revoked. The events of orders do not name the key: our own row of the terms does.
alter table sale_events drop constraint sale_events_kind_check, add column key_index integer;
alter table sale_events add constraint sale_events_kind_check check (kind in
  ('added', 'updated', 'cancelled', 'fulfilled', 'cleaned-up', 'destroyed', 'all-cancelled', 'paused', 'right-taken', 'grants-hidden',
   'key-revoked'));
create index sale_events_key on sale_events (key_index) where kind = 'key-revoked';
alter table sale_orders drop constraint sale_orders_end_reason_check, add column key_index integer;
alter table sale_orders add constraint sale_orders_end_reason_check check (end_reason in
  ('sold', 'cancelled', 'agent', 'replaced', 'expired', 'revoked', 'hidden', 'moved', 'burned', 'all-cancelled', 'cleaned-up', 'key-revoked'));
update sale_orders o set key_index = l.key_index from listings l where l.order_hash = o.order_hash;
update sale_orders o set key_index = g.key_index from gifts g where g.order_hash = o.order_hash;
create index sale_orders_key on sale_orders (key_index);
-- Listings are compared with their orders by the id.
create index sale_orders_id on sale_orders (order_id);
alter table listings drop constraint listings_end_reason_check;
alter table listings add constraint listings_end_reason_check check (end_reason in
  ('cancelled', 'agent', 'replaced', 'expired', 'revoked', 'hidden', 'moved', 'burned', 'all-cancelled', 'cleaned-up', 'key-revoked',
   'chain-reset'));

-- The history of a token tells what was paid by the transaction that delivered it.
create index sale_orders_sold on sale_orders (ended_tx_id, token_id) where end_reason = 'sold';
-- What one address bought and sold lately.
create index sale_orders_token_sold on sale_orders (token_id, ended_at desc) where end_reason = 'sold';
create index sale_orders_pairs on sale_orders (seller, buyer_address, ended_at desc) where end_reason = 'sold';
create index trades_token on trades (token_id, started_at desc);

-- The floor of an item, and how many were ever sold, kept by the triggers below, so that no list works them out.
alter table item_listings
  add column floor_yen integer,
  add column sold      integer not null default 0 check (sold >= 0);
create index item_listings_floor on item_listings (floor_yen, item_id) where listed > 0;
create index item_listings_sold on item_listings (sold desc, item_id) where listed > 0;

-- Prices of an item by day of Japan: one row for each day on which something was sold or the offers changed. The floor is that at the
-- end of the day (of today: now), null where nothing was offered.
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
create index listings_day_prices on listings (item_id, ended_at, price_yen) where state = 'sold';

-- Puts the floor of items right, and the figures of days on which one was sold. Each is read from the rows through an index, after
-- whoever else changes the same item has finished: the last one sees the rows of all.
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
-- after listings_update_notes: triggers go by their names
create trigger listings_update_prices after update on listings referencing old table as gone new table as arrived
  for each statement execute function note_listing_prices_updated();

-- What is there already.
insert into item_listings as t (item_id, sold)
  select item_id, count(*) from listings where state = 'sold' group by 1
  on conflict (item_id) do update set sold = excluded.sold;
select refresh_item_prices(
  array(select item_id from item_listings),
  array(select item_id from item_sales where sold > 0 order by item_id, day),
  array(select day from item_sales where sold > 0 order by item_id, day));

-- Who sells by trade, as the operator found: shown beside every offer of theirs. An incomplete notice means that they cannot sell yet.
create table professional_sellers (
  member_id           uuid primary key references members (id),
  name                text not null default '' check (char_length(name) <= 200),
  address             text not null default '' check (char_length(address) <= 400),
  contact             text not null default '' check (char_length(contact) <= 200),
  registration_number text not null default '' check (registration_number ~ '^(T[0-9]{13})?$'),
  is_complete         boolean not null generated always as (name <> '' and address <> '' and contact <> '') stored,
  changed_at          timestamptz not null default kura_now()
);
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

-- Deliveries that look like members trading with themselves, for a person to look at: found after the fact by a job.
create table market_flags (
  listing_id uuid not null references listings (id),
  rule       text not null check (rule in ('circle', 'pair', 'same-mailbox', 'same-card')),
  details    text not null,
  at         timestamptz not null default kura_now(),
  primary key (listing_id, rule)
);
create index market_flags_latest on market_flags (at desc);
-- Up to which delivery they were looked for.
create table market_marks (
  is_only  boolean primary key default true check (is_only),
  ended_at timestamptz not null
);
insert into market_marks (ended_at) values (kura_now());

-- The mailbox behind an address: what follows a plus is for its owner, and Google leaves dots out.
create function mailbox_of(email text) returns text language sql immutable parallel safe strict
  return case when split_part(email, '@', 2) in ('gmail.com', 'googlemail.com')
              then replace(split_part(split_part(lower(email), '@', 1), '+', 1), '.', '') || '@gmail.com'
              else split_part(split_part(lower(email), '@', 1), '+', 1) || '@' || lower(split_part(email, '@', 2)) end;

-- Why a member may not buy a listing now, or null: the one place that decides it.
--   gone        it is not offered any more, or not yet
--   held        somebody is paying for it
--   own         the buyer is its seller, by account, wallet (also an earlier one) or mailbox
--   target      it is meant for somebody else
--   not-yet     its grace is not over
--   circle      these two have traded this token often enough lately
create function listing_refusal(wanted uuid, buyer uuid) returns text language sql stable as $$
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
  left join listings l on l.id = wanted
  left join members s on s.id = l.seller_id
  left join members b on b.id = buyer
$$;
