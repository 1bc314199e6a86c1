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

-- Transactions that were given up before a row was built again: what was once signed stays findable by its id.
create table chain_transaction_builds (
  tx_id          text primary key,
  transaction_id uuid not null references chain_transactions (id),
  reason         text not null,
  given_up_at    timestamptz not null default kura_now()
);

create table chain_cursors (
  name    text primary key,
  height  bigint not null
);

-- What happened to tokens, as the network tells it, in the order of (height, tx_index, event_index).
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
create index tokens_item on tokens (item_id, serial);
