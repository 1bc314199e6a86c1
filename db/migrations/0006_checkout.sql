-- Checkout: orders of what others sell, and the letters about them.

-- A purchase of one pack or one listing. The state moves only by compare-and-set; every move leaves
-- a row.
create table orders (
  id            uuid primary key,
  member_id     uuid not null references members (id),
  -- Exactly one of the two. The tables lie in modules above, which add the foreign keys. A listing
  -- has no unit: it is held by its own state.
  pack_id       text,
  listing_id    uuid,
  unit_id       uuid,                             -- of the pack
  tender        text not null default 'card' check (tender in ('card', 'paidy', 'point', 'card-point', 'paidy-point', 'grant')),
  price_yen     integer not null constraint orders_price_yen_check check (price_yen > 0 or tender = 'grant'),
  used_point    integer not null default 0,       -- the part paid with points; the rest of the price is charged
  state         text not null check (state in
                  ('reserved', 'authorised', 'captured', 'delivered', 'refunding', 'refunded', 'expired', 'quarantined')),
  reason        text,                             -- code of the catalogue of errors, for expired and refunding
  request_hash  bytea,                            -- of the request that made it: sent again it makes no second one
  grant_cause   text,                             -- e.g. 'airdrop:<id>:<member>:<n>': what the order was given for, once for ever
  lease_until   timestamptz,                      -- until when it is reserved
  created_at    timestamptz not null default kura_now(),
  constraint orders_subject_check check ((pack_id is null) <> (listing_id is null)),
  constraint orders_given_check check (listing_id is null or tender <> 'grant'),
  constraint orders_grant_check check ((tender = 'grant') = (grant_cause is not null) and (tender <> 'grant' or price_yen = 0)),
  constraint orders_used_point_check check (
    case tender when 'point' then used_point = price_yen
                when 'card-point' then used_point between 1 and price_yen - 1
                when 'paidy-point' then used_point between 1 and price_yen - 1
                else used_point = 0 end),
  -- an order that is to be or was delivered holds a unit; one that ended holds none, so that the
  -- unit can be sold again
  constraint orders_unit_check check (
    case when listing_id is not null then unit_id is null
         when state in ('reserved', 'authorised', 'captured', 'delivered') then unit_id is not null
         when state = 'quarantined' then true
         else unit_id is null end)
);
create unique index orders_unit on orders (unit_id) where unit_id is not null;
create index orders_member on orders (member_id, created_at desc, id desc);
create index orders_open on orders (state, lease_until) where state in ('reserved', 'authorised', 'captured', 'refunding');
create index orders_pack_member on orders (pack_id, member_id);
create unique index orders_request on orders (request_hash) where request_hash is not null;
create unique index orders_grant on orders (grant_cause) where grant_cause is not null;
create index orders_quarantined on orders (id) where state = 'quarantined';
-- A listing is paid for by one order at a time, and delivered to one for ever.
create unique index orders_live_listing on orders (listing_id)
  where listing_id is not null and state in ('reserved', 'authorised', 'captured', 'delivered', 'quarantined');
create index orders_listing on orders (listing_id) where listing_id is not null;
-- A member's packs by what was delivered last. Without it the latest orders of the whole shop are
-- read until enough are theirs.
create index orders_delivered on orders (member_id, id desc) where state = 'delivered';

-- Every state an order came into, and in which order.
create table order_moves (
  order_id  uuid not null references orders (id),
  number    integer not null,
  state     text not null,
  at        timestamptz not null default kura_now(),
  primary key (order_id, number)
);
create index order_moves_at on order_moves (at);

-- Letters to write about an order, noted with the event itself and once per event; the worker
-- writes the mail. `sold`, `sale-failed` and `sale-undone` go to the seller, the others to the
-- buyer.
create table order_letters (
  order_id  uuid not null references orders (id),
  event     text not null check (event in ('paid', 'failed', 'refunded', 'delivered', 'sold', 'sale-failed', 'sale-undone')),
  noted_at  timestamptz not null default kura_now(),
  mailed_at   timestamptz,                          -- when the mail was written
  primary key (order_id, event)
);
create index order_letters_open on order_letters (noted_at) where mailed_at is null;

-- A transaction id that a browser reported of a purchase, gift or transfer: a hint, until the chain
-- was asked.
create table transaction_reports (
  type       text not null,
  subject_id uuid not null,
  tx_id      text not null check (tx_id ~ '^[0-9a-f]{64}$'),
  member_id  uuid not null references members (id),
  -- confirmed: sealed, and about this subject. foreign: sealed, about something else. unknown: the
  -- chain never heard of it
  state      text not null default 'reported' check (state in ('reported', 'confirmed', 'foreign', 'failed', 'unknown')),
  worked_until timestamptz not null default kura_now(),
  reported_at timestamptz not null default kura_now(),
  settled_at timestamptz,
  primary key (type, subject_id, tx_id),
  check ((state = 'reported') = (settled_at is null))
);
create index transaction_reports_open on transaction_reports (worked_until) where state = 'reported';

-- What money keeps for an order: it lies below, and cannot name orders itself.
alter table payments add foreign key (order_id) references orders (id);
alter table point_lots add foreign key (order_id) references orders (id);
alter table point_spends add foreign key (order_id) references orders (id);
alter table receipts add foreign key (order_id) references orders (id);
