-- Giving and sending: tokens that a member's wallet moves, and gifts by mail, which wait with their giver.

-- A token that its owner's wallet was asked to move to an address, as a gift or just so. Only the index says that it arrived:
-- `sealed_tx_id` is from chain_events, `tx_id` is what the browser told, a hint.
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

-- A gift by mail: an order for nothing that our agent signed and the giver's wallet accepted; `id` is the order's id on chain. The token
-- stays in the giver's vault until our agent delivers it to the one who claims it with the link.
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
  refused_mail_id uuid,                          -- of whose refusal the giver was told
  tx_id           text,                          -- as the giver's browser told it: a hint
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

-- Every state they came into, whoever moved them. `told_at`: whoever is to know was written to.
create table transfer_moves (
  transfer_id uuid not null references transfers (id) on delete cascade,
  number      bigint generated always as identity,
  state       text not null,
  at          timestamptz not null default kura_now(),
  told_at     timestamptz,
  primary key (transfer_id, number)
);
create index transfer_moves_untold on transfer_moves (number) where told_at is null;
create table gift_moves (
  gift_id uuid not null references gifts (id) on delete cascade,
  number  bigint generated always as identity,
  state   text not null,
  reason  text,
  at      timestamptz not null default kura_now(),
  told_at timestamptz,
  primary key (gift_id, number)
);
create index gift_moves_untold on gift_moves (number) where told_at is null;

create function note_transfer() returns trigger language plpgsql as $$
begin
  insert into transfer_moves (transfer_id, state) values (new.id, new.state);
  return null;
end $$;
create trigger transfers_note_insert after insert on transfers for each row execute function note_transfer();
create trigger transfers_note_update after update of state on transfers for each row
  when (old.state is distinct from new.state) execute function note_transfer();

create function note_gift() returns trigger language plpgsql as $$
begin
  insert into gift_moves (gift_id, state, reason) values (new.id, new.state, new.end_reason);
  return null;
end $$;
create trigger gifts_note_insert after insert on gifts for each row execute function note_gift();
create trigger gifts_note_update after update of state, end_reason on gifts for each row
  when ((old.state, old.end_reason) is distinct from (new.state, new.end_reason)) execute function note_gift();

-- Letters about a gift that ended before its mail was sent look for it.
create index mails_refused on mails (recipient, created_at desc) where state = 'dead';
