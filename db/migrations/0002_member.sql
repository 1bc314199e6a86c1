-- Who a member is, how they sign in, and what was mailed to them.
create table members (
  id             uuid primary key,
  email          text check (email = lower(email)),
  password_hash  text,
  display_name   text not null default '' check (char_length(display_name) <= 40),
  description    text not null default '' check (char_length(description) <= 1000),
  thumbnail      text,
  is_subscribed  boolean not null default false,
  flow_address   text check (flow_address ~ '^0x[0-9a-f]{16}$'),
  wallet_linked_at timestamptz,
  locale         text not null default 'ja' check (locale in ('ja', 'en')),
  terms_version  text,
  terms_agreed_at timestamptz,
  birthday       date,
  banned_at      timestamptz,
  deleted_at     timestamptz,
  created_at     timestamptz not null default kura_now(),
  check (email is not null or flow_address is not null or deleted_at is not null)
);
create unique index members_email on members (email) where email is not null;
create unique index members_flow_address on members (flow_address) where flow_address is not null;

-- A session is known by the SHA-256 of its token. Refreshing makes a new row in the same family; the old one stays good for
-- a grace of 60 s, and its use after that ends the family.
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

-- Codes and links sent by mail: single use, short-lived, bound to a purpose and an address.
create table mail_codes (
  id          uuid primary key,
  purpose     text not null check (purpose in ('sign_up', 'password_reset', 'email_add', 'email_change', 'onetime_sign_in')),
  email       text not null check (email = lower(email)),
  member_id   uuid references members (id),
  code_hash   bytea not null,
  token_hash  bytea not null unique,
  payload     jsonb not null default '{}',
  tries_left  integer not null default 5 check (tries_left >= 0),
  created_at  timestamptz not null default kura_now(),
  expires_at  timestamptz not null,
  used_at     timestamptz
);
create index mail_codes_email on mail_codes (email, purpose, created_at desc);

-- One-time nonces of the wallet's account proof; the purpose is fixed at first use.
create table wallet_nonces (
  nonce_hash  bytea primary key,
  member_id   uuid references members (id),
  purpose     text check (purpose in ('link', 'sign_in')),
  created_at  timestamptz not null default kura_now(),
  expires_at  timestamptz not null,
  used_at     timestamptz
);

-- Bot-check tokens are single use even where the provider would accept one twice.
create table bot_tokens (
  token_hash  bytea primary key,
  used_at     timestamptz not null default kura_now()
);

create table rate_limits (
  key         text primary key,
  tokens      double precision not null,
  updated_at  timestamptz not null default kura_now()
);

-- Mails are rows first; the worker sends them.
create table mails (
  id          uuid primary key,
  recipient   text not null,
  template    text not null,
  locale      text not null check (locale in ('ja', 'en')),
  words       jsonb not null,
  state       text not null default 'waiting' check (state in ('waiting', 'sending', 'sent', 'dead')),
  attempts    integer not null default 0,
  locked_until timestamptz,
  created_at  timestamptz not null default kura_now(),
  sent_at     timestamptz,
  error       text
);
create index mails_waiting on mails (created_at) where state in ('waiting', 'sending');

-- What was done to an account, by whom. Never updated.
create table audit_rows (
  id          uuid primary key,
  at          timestamptz not null default kura_now(),
  actor       text not null,
  act         text not null,
  subject     text not null,
  details     jsonb not null default '{}'
);
create index audit_rows_subject on audit_rows (subject, at desc);
