-- The agent's proposal keys: each transaction in flight leases one.
create table chain_keys (
  address      text not null,
  key_index    integer not null,
  leased_by    uuid,
  leased_until timestamptz,
  primary key (address, key_index)
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
  reference_height bigint,
  builds        integer not null default 0,
  error         text,
  created_at    timestamptz not null default kura_now(),
  sent_at       timestamptz,
  sealed_at     timestamptz
);
create unique index chain_transactions_cause on chain_transactions (kind, cause) where state <> 'failed';
create index chain_transactions_open on chain_transactions (created_at) where state in ('intended', 'signed', 'sent');

create table chain_cursors (
  name    text primary key,
  height  bigint not null
);
create table chain_events (
  tx_id       text not null,
  event_index integer not null,
  height      bigint not null,
  block_at    timestamptz not null,
  type        text not null,
  payload     jsonb not null,
  primary key (tx_id, event_index)
);
create index chain_events_height on chain_events (height);

-- One owned serial. id is the on-chain id. Written by the indexer only.
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
