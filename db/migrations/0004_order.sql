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
  check ((state in ('expired', 'refunded')) or unit_id is not null)
);
create index orders_member on orders (member_id, created_at desc, id desc);
create index orders_open on orders (state, lease_until) where state in ('reserved', 'authorised', 'captured', 'refunding');
create index orders_pack_member on orders (pack_id, member_id) where state not in ('expired', 'refunded');
alter table pack_units add foreign key (order_id) references orders (id);

create table order_moves (
  order_id  uuid not null references orders (id),
  number    integer not null,
  state     text not null,
  at        timestamptz not null default kura_now(),
  primary key (order_id, number)
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
  created_at       timestamptz not null default kura_now(),
  captured_at      timestamptz,
  refunded_at      timestamptz,
  unique (order_id, attempt)
);
create unique index card_payments_one_capture on card_payments (order_id) where state in ('captured', 'refunding', 'refunded');
create index card_payments_open on card_payments (created_at) where state in ('entering', 'executing', 'challenged', 'securing', 'refunding', 'unknown');

-- Notices of the gateway are hints: stored as they came, answered, the gateway is asked again.
create table gateway_notices (
  id          uuid primary key,
  gateway     text not null,
  body        jsonb not null,
  received_at timestamptz not null default kura_now(),
  handled_at  timestamptz
);
create index gateway_notices_open on gateway_notices (received_at) where handled_at is null;

-- Opening a pack is its own record: the cards of a unit are minted into the vault of the member.
create table openings (
  id            uuid primary key,
  unit_id       uuid not null unique references pack_units (id),
  order_id      uuid not null unique references orders (id),
  member_id     uuid not null references members (id),
  flow_address  text not null,
  state         text not null check (state in ('opened', 'minting', 'sealed', 'stuck', 'refunded')),
  tx_id         text,
  error         text,
  opened_at     timestamptz not null default kura_now(),
  sealed_at     timestamptz
);
create index openings_open on openings (opened_at) where state in ('opened', 'minting', 'stuck');

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
