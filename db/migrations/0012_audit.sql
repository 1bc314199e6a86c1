-- The audit: what was checked and when, and our books compared with those of others.

-- What the last look of each invariant came to, for the metrics of every process.
create table check_results (
  invariant  text primary key,
  violations integer not null,
  seconds    double precision not null,
  is_whole   boolean not null,
  checked_at timestamptz not null default kura_now()
);

-- Until when everything was found to be right. Null or no row: the next check reads everything.
create table check_progress (
  is_only     boolean primary key default true check (is_only),
  clean_until timestamptz
);

-- What the ledger held up to a moment, as the checker saw it: history that changes afterwards is
-- noticed. The digest does not depend on the order of the entries.
create table ledger_marks (
  until    timestamptz primary key,
  entries  bigint not null,
  digest   numeric not null,
  balances jsonb not null default '{}',           -- of the house's accounts, so that their sums need not begin at the start
  made_at  timestamptz not null default kura_now()
);

-- A comparison of our books with the outside, with the window it reads.
create table reconciliations (
  id          uuid primary key,
  source      text not null check (source in ('card', 'paidy', 'chain')),
  since       timestamptz,                       -- what moved from then on; null: from the beginning
  until       timestamptz not null default kura_now(),
  is_partial  boolean not null default false,    -- began later than the one before ended: the next one does not go on from here
  is_whole    boolean not null default false,    -- reads every owner, not only at those of tokens that moved
  cursor      text,                              -- the last that was compared: the next worker starts after it
  worked_by   uuid,
  worked_until timestamptz not null default kura_now(),
  stops       integer not null default 0,        -- how often it ended at the cursor because the other side was silent
  started_at  timestamptz not null default kura_now(),
  finished_at timestamptz,
  compared    integer not null default 0,
  differences integer not null default 0,        -- that were new
  ours_yen    bigint not null default 0,
  theirs_yen  bigint not null default 0
);
create unique index reconciliations_open on reconciliations (source) where finished_at is null;
create index reconciliations_source on reconciliations (source, until desc) where finished_at is not null;

-- Every difference between our books and another, by name, until it is gone or a person closed it.
create table open_items (
  id         uuid primary key,
  source     text not null check (source in ('card', 'paidy', 'chain', 'points')),
  kind       text not null,
  subject    text not null,                      -- what it is found by: the payment at the gateway, the token, the lot
  what       text not null,
  order_id   uuid,
  payment_ref text,                              -- the gateway's own id of the payment
  token_id   numeric(20),
  amount_yen bigint,
  direction  text check (direction in ('ours', 'theirs')),   -- whose book has it
  found_at   timestamptz not null default kura_now(),
  seen_at    timestamptz not null default kura_now(),
  closed_at  timestamptz,
  closed_by  text,                               -- a person; null: the difference was gone
  close_reason text,
  check ((closed_by is null) = (close_reason is null))
);
create unique index open_items_open on open_items (source, kind, subject) where closed_at is null;
create index open_items_accepted on open_items (source, kind, subject) where closed_by is not null;
