-- A purchase of one pack. The state moves only by compare-and-set; every move leaves a row.
create table orders (
  id            uuid primary key,
  member_id     uuid not null references members (id),
  pack_id       text not null references packs (id),
  unit_id       uuid references pack_units (id),
  tender        text not null default 'card' check (tender in ('card')),
  price_yen     integer not null check (price_yen > 0),
  state         text not null check (state in
                  ('reserved', 'authorised', 'captured', 'delivered', 'refunding', 'refunded', 'expired', 'quarantined')),
  reason        text,                              -- code of the catalogue, for expired and refunding
  lease_until   timestamptz,
  created_at    timestamptz not null default kura_now(),
  -- an order that is to be or was delivered holds a unit; one that ended holds none, so that the unit can be sold again
  check (case when state in ('reserved', 'authorised', 'captured', 'delivered') then unit_id is not null
              when state = 'quarantined' then true
              else unit_id is null end)
);
create unique index orders_unit on orders (unit_id) where unit_id is not null;
create index orders_member on orders (member_id, created_at desc, id desc);
create index orders_open on orders (state, lease_until) where state in ('reserved', 'authorised', 'captured', 'refunding');
create index orders_pack_member on orders (pack_id, member_id);
alter table pack_units add foreign key (order_id) references orders (id);

create table order_moves (
  order_id  uuid not null references orders (id),
  number    integer not null,
  state     text not null,
  at        timestamptz not null default kura_now(),
  primary key (order_id, number)
);

-- How many units of a pack a member holds or has reserved: what the limit per member counts, one narrow row per buyer.
create table pack_holdings (
  pack_id    text not null references packs (id),
  member_id  uuid not null references members (id),
  held       integer not null check (held >= 0),
  primary key (pack_id, member_id)
);

-- One try to charge a card for an order: the intent row of the gateway's calls. Its OrderID there is the order's UUID in
-- Crockford base32 plus one attempt character.
create table card_payments (
  id               uuid primary key,
  order_id         uuid not null references orders (id),
  attempt          integer not null check (attempt between 1 and 32),
  gateway_order_id text not null unique,
  amount_yen       integer not null check (amount_yen > 0),
  token_hash       bytea,                        -- of the one-time card token, never the token
  access_id        text unique,
  access_pass      text,
  ret_url          text not null,
  redirect_url     text,
  state            text not null check (state in
                     ('entering', 'executing', 'challenged', 'securing', 'captured', 'declined', 'refunding', 'refunded', 'unknown')),
  error            text,                         -- the gateway's ErrInfo
  tran_id          text,
  approve          text,
  checked_at       timestamptz,                  -- last time the gateway was asked
  worked_until     timestamptz not null default kura_now(),   -- somebody is at it, or has asked to be left alone, until then
  created_at       timestamptz not null default kura_now(),
  captured_at      timestamptz,
  refunded_at      timestamptz,
  unique (order_id, attempt)
);
create unique index card_payments_token on card_payments (token_hash) where token_hash is not null;
create unique index card_payments_one_capture on card_payments (order_id) where state in ('captured', 'refunding', 'refunded');
create index card_payments_open on card_payments (worked_until) where state in ('entering', 'executing', 'challenged', 'securing', 'refunding', 'unknown');

-- Notices of the gateway are hints: stored as they came, answered, the gateway is asked again.
create table gateway_notices (
  id          uuid primary key,
  gateway     text not null,
  body        jsonb not null,
  gateway_order_id text,
  received_at timestamptz not null default kura_now(),
  worked_until timestamptz not null default kura_now(),
  handled_at  timestamptz
);
create index gateway_notices_open on gateway_notices (worked_until) where handled_at is null;

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

-- A money-moving call repeated with its key gets the first answer; another body under the same key is refused.
create table idempotency_keys (
  member_id   uuid not null references members (id),
  key         text not null check (char_length(key) between 8 and 128),
  call        text not null,
  body_hash   bytea not null,
  status      integer,
  answer      text,                              -- as sent, so that a repeat is the same byte for byte
  created_at  timestamptz not null default kura_now(),
  primary key (member_id, key)
);
