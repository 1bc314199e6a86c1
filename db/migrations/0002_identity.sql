-- Members: who they are, how they sign in, which wallet is theirs.

-- Who a member is. A deleted member keeps the row, because orders and the ledger name it, and loses
-- what says who it was.
create table members (
  id             uuid primary key,
  email          text check (email = lower(email)),
  password_hash  text,                            -- argon2; null: signs in by mail or by wallet
  display_name   text not null default '' check (char_length(display_name) <= 40),
  description    text not null default '' check (char_length(description) <= 1000),
  thumbnail      text,                            -- a row of media
  is_subscribed  boolean not null default false,  -- wants the newsletter
  flow_address   text check (flow_address ~ '^0x[0-9a-f]{16}$'),   -- the linked wallet
  wallet_linked_at timestamptz,
  -- Where the member's collection was last seen on chain, and when. It says something about the
  -- linked wallet only while that is its address; a chain that says no takes it away again.
  collection_address text check (collection_address ~ '^0x[0-9a-f]{16}$'),
  collection_seen_at timestamptz,
  locale         text not null default 'ja' check (locale in ('ja', 'en')),
  terms_version  text,                            -- the terms of use that the member agreed to last
  terms_agreed_at timestamptz,
  birthday       date,
  birthday_set_at timestamptz,
  banned_at      timestamptz,
  deleted_at     timestamptz,
  created_at     timestamptz not null default kura_now(),
  check (email is not null or flow_address is not null or deleted_at is not null)
);
create unique index members_email on members (email) where email is not null;
create unique index members_flow_address on members (flow_address) where flow_address is not null;
-- Members who are banned or deleted: few among many, and read by every check of what they may no
-- longer do.
create index members_banned on members (banned_at) where banned_at is not null;
create index members_deleted on members (deleted_at) where deleted_at is not null;

-- A session is known by the SHA-256 of its token. Refreshing makes a new row in the same family;
-- the old one stays good for a grace of 60 s, and its use after that ends the family.
create table sessions (
  token_hash    bytea primary key check (octet_length(token_hash) = 32),
  family_id     uuid not null,
  member_id     uuid not null references members (id),
  created_at    timestamptz not null default kura_now(),
  last_used_at  timestamptz not null default kura_now(),
  expires_at    timestamptz not null,
  replaced_at   timestamptz,
  ended_at      timestamptz,
  user_agent    text not null default ''
);
create index sessions_member on sessions (member_id, created_at desc);
create index sessions_family on sessions (family_id);

-- A ban or a deletion ends the sessions of the member for good: lifting the ban does not bring them
-- back.
create function end_sessions_of_member() returns trigger language plpgsql as $$
begin
  update sessions set ended_at = kura_now() where member_id = new.id and ended_at is null;
  return null;
end $$;
create trigger members_end_sessions after update of banned_at, deleted_at on members
  for each row when ((new.banned_at is not null and old.banned_at is null)
                  or (new.deleted_at is not null and old.deleted_at is null))
  execute function end_sessions_of_member();

-- Codes and links sent by mail: single use, short-lived, bound to a purpose and an address. Several
-- codes of one purpose are good for an address side by side.
create table mail_codes (
  id          uuid primary key,
  purpose     text not null check (purpose in ('sign_up', 'password_reset', 'email_add', 'email_change', 'onetime_sign_in')),
  email       text not null check (email = lower(email)),
  member_id   uuid references members (id),
  code_hash   bytea not null,
  token_hash  bytea not null unique,              -- of the secret in the link
  payload     jsonb not null default '{}',        -- what is done once the code is given
  -- The browser that asked for the code names its row and has tries of its own. Everybody else
  -- shares others, so that a stranger who guesses takes no try from the owner.
  tries_left  integer not null default 5 check (tries_left >= 0),
  other_tries_left integer not null default 5 check (other_tries_left >= 0),
  created_at  timestamptz not null default kura_now(),
  expires_at  timestamptz not null,
  used_at     timestamptz
);
create index mail_codes_email on mail_codes (email, purpose, created_at desc);
-- Codes for an address that is to become the member's are found by the member.
create index mail_codes_member on mail_codes (member_id, purpose, created_at desc) where member_id is not null;

-- Bot-check tokens are single use even where the provider would accept one twice.
create table bot_tokens (
  token_hash  bytea primary key,
  used_at     timestamptz not null default kura_now()
);

-- A bot token that was verified for a look and is good once more for the act it led to.
create table bot_passes (
  token_hash bytea primary key,
  member_id  uuid not null references members (id),
  subject    text not null,
  expires_at timestamptz not null
);

-- What a minor was charged in a month of Japan; decided under the row's lock.
create table member_spendings (
  member_id uuid not null references members (id),
  month     date not null check (extract(day from month) = 1),
  yen       integer not null check (yen >= 0),
  primary key (member_id, month)
);

-- One-time nonces of the wallet's account proof. The purpose is fixed at first use; `confirm` shows
-- that who holds a session holds the linked wallet, where there is no password.
create table wallet_nonces (
  nonce_hash  bytea primary key,
  member_id   uuid references members (id),
  purpose     text check (purpose in ('link', 'sign_in', 'change_from', 'change_to', 'recovery', 'confirm')),
  created_at  timestamptz not null default kura_now(),
  expires_at  timestamptz not null,
  used_at     timestamptz
);

-- Changes of the linked wallet. Proven by both wallets it is done at once; a recovery waits for the
-- operator, then for the cooling-off time. The state moves only by compare-and-set.
create table wallet_changes (
  id            uuid primary key,
  member_id     uuid not null references members (id),
  kind          text not null check (kind in ('proven', 'recovery')),
  old_address   text not null check (old_address ~ '^0x[0-9a-f]{16}$'),
  new_address   text not null check (new_address ~ '^0x[0-9a-f]{16}$'),
  state         text not null check (state in ('requested', 'approved', 'done', 'refused', 'cancelled', 'void')),
  reason        text not null default '' check (char_length(reason) <= 500),
  cancel_hashes bytea[] not null default '{}',          -- of the tokens in the mails, each of which stops it
  requested_at  timestamptz not null default kura_now(),
  decided_by    text,
  decided_at    timestamptz,
  effective_at  timestamptz,
  ended_at      timestamptz,
  note          text not null default '',
  check (old_address <> new_address),
  check (state <> 'approved' or (effective_at is not null and decided_by is not null)),
  check ((ended_at is null) = (state in ('requested', 'approved')))
);
create unique index wallet_changes_one_open on wallet_changes (member_id) where state in ('requested', 'approved');
create index wallet_changes_member on wallet_changes (member_id, requested_at desc);
create index wallet_changes_due on wallet_changes (effective_at) where state = 'approved';

-- The mailbox behind an address: what follows a plus is for its owner, and Google leaves dots out.
create function mailbox_of(email text) returns text language sql immutable parallel safe strict
  return case when split_part(email, '@', 2) in ('gmail.com', 'googlemail.com')
              then replace(split_part(split_part(lower(email), '@', 1), '+', 1), '.', '') || '@gmail.com'
              else split_part(split_part(lower(email), '@', 1), '+', 1) || '@' || lower(split_part(email, '@', 2)) end;

-- What the platform keeps for members: it lies below, and cannot name them itself.
alter table idempotency_keys add foreign key (member_id) references members (id);
