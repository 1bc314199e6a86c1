-- The chain: what our agent sends, and what the network tells of tokens and of orders to sell.

-- The agent's proposal keys: each transaction in flight leases one.
create table chain_keys (
  address      text not null,
  key_index    integer not null,
  leased_by    uuid,                            -- the chain_transactions row
  leased_until timestamptz,
  primary key (address, key_index),
  check ((leased_by is null) = (leased_until is null))
);

-- Every transaction of the agent is a row before it is sent; its id is known from the signed bytes.
create table chain_transactions (
  id            uuid primary key,
  kind          text not null,                 -- 'mint', 'register-items', …
  cause         text not null,                 -- e.g. the opening id; at most one live transaction per kind and cause
  details       jsonb not null,                -- what to build it from again
  state         text not null check (state in ('intended', 'signed', 'sent', 'sealed', 'failed')),
  tx_id         text unique,
  signed        jsonb,                         -- the body as sent
  key_index     integer,
  sequence_number numeric(20),
  reference_height bigint,
  builds        integer not null default 0,
  error         text,                          -- for people; of the last failure
  error_code    integer,                       -- the network's number, e.g. 1101
  locked_by     uuid,                          -- who works on the row now; every change of state names it
  locked_until  timestamptz,
  created_at    timestamptz not null default kura_now(),
  sent_at       timestamptz,
  sealed_at     timestamptz,
  check (state in ('intended', 'sealed', 'failed') or tx_id is not null)
);
create unique index chain_transactions_cause on chain_transactions (kind, cause) where state <> 'failed';
create index chain_transactions_causes on chain_transactions (kind, cause, created_at);
create index chain_transactions_open on chain_transactions (created_at) where state in ('intended', 'signed', 'sent');
create index chain_transactions_registering on chain_transactions (created_at)
  where kind in ('register-series', 'register-items') and state in ('intended', 'signed', 'sent');

-- Transactions that were given up before a row was built again: what was once signed stays findable
-- by its id.
create table chain_transaction_builds (
  tx_id          text primary key,
  transaction_id uuid not null references chain_transactions (id),
  reason         text not null,
  given_up_at    timestamptz not null default kura_now()
);
create index chain_transaction_builds_of on chain_transaction_builds (transaction_id);

-- Up to which block each index has read.
create table chain_cursors (
  name    text primary key,
  height  bigint not null
);

-- What happened to tokens, as the network tells it, in the order of (height, tx_index,
-- event_index).
create table chain_events (
  tx_id       text not null,
  event_index integer not null,
  tx_index    integer not null,
  height      bigint not null,
  block_at    timestamptz not null,
  type        text not null,                   -- the network's name of the event
  kind        text not null check (kind in ('minted', 'deposited', 'withdrawn', 'burned')),
  token_id    numeric(20) not null,
  address     text,                            -- to or from whom; null where the vault lies in no account
  payload     jsonb not null,
  primary key (tx_id, event_index)
);
create index chain_events_height on chain_events (height);
create index chain_events_token on chain_events (token_id, height, tx_index, event_index);

-- One owned serial. id is the on-chain id. Written by the indexer only, always from chain_events.
create table tokens (
  id             numeric(20) primary key,
  ref_id         uuid not null unique,
  item_id        text not null,
  serial         integer not null,
  owner_address  text,                          -- null while between two vaults
  minted_tx_id   text not null,
  minted_height  bigint not null,
  minted_at      timestamptz not null,
  moved_at       timestamptz not null,
  last_height    bigint not null,
  last_event     integer not null,
  burned_at      timestamptz,
  unique (item_id, serial)
);
create index tokens_owner on tokens (owner_address, minted_height desc, id desc);
-- The latest of all.
create index tokens_latest on tokens (minted_height desc, id desc) where burned_at is null;
create index tokens_item on tokens (item_id, serial);
-- What the public pages of tokens read by.
create index tokens_item_latest on tokens (item_id, minted_height desc, id desc);

create trigger tokens_insert_drops_pages after insert on tokens referencing new table as touched
  for each statement execute function drop_pages();
create trigger tokens_update_drops_pages after update on tokens referencing new table as touched
  for each statement execute function drop_pages();
create trigger tokens_delete_drops_pages after delete on tokens referencing old table as touched
  for each statement execute function drop_pages();

-- What the network tells of orders of our agent, in the order of (height, tx_index, event_index).
-- Written by the indexer only.
create table sale_events (
  tx_id         text not null,
  event_index   integer not null,
  tx_index      integer not null,
  height        bigint not null,
  block_at      timestamptz not null,
  type          text not null,                   -- the network's name of the event
  kind          text not null check (kind in
                  ('added', 'updated', 'cancelled', 'fulfilled', 'cleaned-up', 'destroyed', 'all-cancelled', 'paused', 'right-taken',
                   'grants-hidden', 'key-revoked')),
  order_hash    text,                            -- null where a seller or everybody is meant
  replaced_hash text,
  seller        text,
  capability_id numeric(20),
  issued_until  timestamptz,
  key_index     integer,                         -- of the key that was revoked
  payload       jsonb not null,
  primary key (tx_id, event_index)
);
create index sale_events_order on sale_events (order_hash) where order_hash is not null;
create index sale_events_replaced on sale_events (replaced_hash) where replaced_hash is not null;
create index sale_events_seller on sale_events (seller) where kind in ('all-cancelled', 'right-taken', 'grants-hidden');
create index sale_events_paused on sale_events (height desc, tx_index desc, event_index desc) where kind = 'paused';
create index sale_events_key on sale_events (key_index) where kind = 'key-revoked';

-- One order as the chain has it. Made from sale_events and chain_events alone, whatever the order
-- in which those were found.
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
  -- null while it stands; running out of time is no event, so it is not noted here unless something
  -- came after it
  end_reason      text check (end_reason in
                    ('sold', 'cancelled', 'agent', 'replaced', 'expired', 'revoked', 'hidden', 'moved', 'burned', 'all-cancelled',
                     'cleaned-up', 'key-revoked')),
  ended_tx_id     text,
  ended_height    bigint,
  ended_at        timestamptz,
  buyer_address   text,
  payment_ref     text,
  -- The key that signed it: worthless once that is revoked. Events of orders do not name it, our
  -- own row of the terms does.
  key_index       integer,
  is_destroyed    boolean not null default false,   -- its grant left the seller's account, of which there is always an event
  check ((end_reason is null) = (ended_at is null)),
  check ((end_reason = 'sold') = (buyer_address is not null))
);
create index sale_orders_token on sale_orders (token_id);
create index sale_orders_seller on sale_orders (seller);
create index sale_orders_capability on sale_orders (capability_id);
create index sale_orders_key on sale_orders (key_index);
-- Listings are compared with their orders by the id.
create index sale_orders_id on sale_orders (order_id);
-- The history of a token tells what was paid by the transaction that delivered it.
create index sale_orders_sold on sale_orders (ended_tx_id, token_id) where end_reason = 'sold';
-- What one address bought and sold lately.
create index sale_orders_token_sold on sale_orders (token_id, ended_at desc) where end_reason = 'sold';
create index sale_orders_pairs on sale_orders (seller, buyer_address, ended_at desc) where end_reason = 'sold';
create index sale_orders_left_over on sale_orders (seller) where end_reason is not null and not is_destroyed;
create index sale_orders_out_of_time on sale_orders (expires_at) where end_reason is null;
create index sale_orders_standing on sale_orders (seller, opened_at) where end_reason is null;
create index sale_orders_for_nothing on sale_orders (order_id) where price_yen = 0 and end_reason is null;
-- Orders that are over, and that the chain would still fulfil if only the rows said so: their time
-- has not run out.
create index sale_orders_over_in_time on sale_orders (expires_at, seller) where end_reason is not null;

-- When a seller's account was last compared with the orders that stand. The one compared longest
-- ago is next.
create table seller_checks (
  seller    text primary key,
  checked_at timestamptz not null
);

-- When a seller of whom no order stands was last asked about orders that are over. The one asked
-- longest ago is next.
create table ended_checks (
  seller    text primary key,
  checked_at timestamptz not null
);
