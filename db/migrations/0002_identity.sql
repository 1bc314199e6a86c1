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
  -- What others may see besides name, picture and text. Nothing here hides what the chain says of an
  -- address.
  shows_collection boolean not null default true, -- pieces, completion and a name in rankings
  shows_follows  boolean not null default true,   -- whom they follow, and who follows them
  shows_favorites boolean not null default true,
  -- When the account is to be deleted: set while its request in account_deletions is open, and read
  -- with the lock that everything the member begins takes anyway.
  deletion_due_at timestamptz,
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

-- Readable names of profile pages. A row is known by the hash of what the handle is taken for (`0o`
-- and `oo` are one), so two that look alike never exist side by side. One that its member gave up
-- leads to the profile for a while and is free for others after that; of a deleted member only the
-- hash stays, so that nobody steps into the place of somebody who just left.
create table member_handles (
  form_hash bytea primary key check (octet_length(form_hash) = 32),
  handle    text unique check (handle ~ '^[a-z][a-z0-9_]{2,19}$'),
  member_id uuid not null references members (id),
  taken_at  timestamptz not null default kura_now(),
  left_at   timestamptz,
  check (handle is not null or left_at is not null)
);
create unique index member_handles_current on member_handles (member_id) where left_at is null;
create index member_handles_member on member_handles (member_id);

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

-- The latest export of a member's own data. The file is <id>.zip; `done` counts written subjects.
-- Only the session family that requested it may download it.
create table exports (
  id            uuid primary key,
  member_id     uuid not null unique references members (id),
  family_id     uuid not null,
  state         text not null default 'requested' check (state in ('requested', 'writing', 'ready', 'failed', 'expired')),
  done          integer not null default 0 check (done >= 0),
  total         integer not null check (total > 0),
  tries         integer not null default 0,
  bytes         bigint check (bytes > 0),
  error         text,                             -- of the last try
  worked_until  timestamptz not null default kura_now(),
  requested_at  timestamptz not null default kura_now(),
  expires_at    timestamptz,
  check ((state in ('ready', 'expired')) = (expires_at is not null and bytes is not null)),
  check (done <= total)
);
create index exports_open on exports (worked_until) where state in ('requested', 'writing');
create index exports_ready on exports (expires_at) where state = 'ready';

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

-- Requests of members to be deleted. One that comes due is carried out, or blocked by what is open.
-- The state moves only by compare-and-set, under the lock of the member.
create table account_deletions (
  id            uuid primary key,
  member_id     uuid not null references members (id),
  state         text not null default 'requested' check (state in ('requested', 'cancelled', 'blocked', 'done')),
  reason        text not null check (char_length(reason) <= 500),   -- a name, or the member's words
  cancel_hash   bytea unique,                     -- of the token in the mail; null without an address
  requested_at  timestamptz not null default kura_now(),
  due_at        timestamptz not null,
  ended_at      timestamptz,
  check ((ended_at is null) = (state = 'requested'))
);
create unique index account_deletions_one_open on account_deletions (member_id) where state = 'requested';
create index account_deletions_due on account_deletions (due_at) where state = 'requested';

-- The mailbox behind an address: what follows a plus is for its owner, and Google leaves dots out.
create function mailbox_of(email text) returns text language sql immutable parallel safe strict
  return case when split_part(email, '@', 2) in ('gmail.com', 'googlemail.com')
              then replace(split_part(split_part(lower(email), '@', 1), '+', 1), '.', '') || '@gmail.com'
              else split_part(split_part(lower(email), '@', 1), '+', 1) || '@' || lower(split_part(email, '@', 2)) end;

-- What a member is notified of, as the list shows it. One row holds several events of one subject while it
-- is open: ten packs are one message.
create table notifications (
  id            uuid primary key,
  member_id     uuid not null references members (id),
  kind          text not null check (kind in ('account', 'order', 'delivery', 'sale', 'payout', 'gift', 'airdrop', 'offer', 'reminder', 'favorite', 'follow', 'announcement')),
  event         text not null,
  subject       text not null,
  facts         jsonb not null default '{}',       -- names and amounts of the latest event; no other member's name
  count         integer not null default 1 check (count > 0),
  is_open       boolean not null default true,     -- takes further events of its subject
  created_at    timestamptz not null default kura_now(),
  changed_at    timestamptz not null default kura_now(),
  read_at       timestamptz,
  deliver_at    timestamptz,                       -- when mail and push are due; null: nothing is
  mailed_at     timestamptz
);
create index notifications_member on notifications (member_id, changed_at desc, id desc);
create index notifications_unread on notifications (member_id) where read_at is null;
create unique index notifications_open on notifications (member_id, event, subject) where is_open;
create index notifications_due on notifications (deliver_at) where deliver_at is not null;
create index notifications_old on notifications (changed_at);

-- Every event that was put into a list: each counts once, however often it is reported.
create table notification_causes (
  member_id   uuid not null references members (id),
  cause       text not null,
  created_at  timestamptz not null default kura_now(),
  primary key (member_id, cause)
);
create index notification_causes_old on notification_causes (created_at);

-- One fact for many members. A worker makes notifications of it in batches; `after_key` is where
-- the next batch begins, as the audience counts.
create table notification_fan_outs (
  id            uuid primary key,
  event         text not null,
  subject       text not null,
  cause         text not null,
  facts         jsonb not null default '{}',
  audience      text not null,
  audience_id   text not null,
  after_key     text,
  reached       integer not null default 0,
  created_at    timestamptz not null default kura_now(),
  ended_at      timestamptz,
  unique (cause, audience, audience_id)
);
create index notification_fan_outs_open on notification_fan_outs (created_at) where ended_at is null;

-- What a member chose, where it differs from the default. The list itself is always on.
create table notification_choices (
  member_id  uuid not null references members (id),
  kind       text not null,
  channel    text not null check (channel in ('mail', 'push')),
  is_on      boolean not null,
  primary key (member_id, kind, channel)
);

-- Hours in which nothing but the urgent is mailed or pushed, in minutes of the member's day. The
-- end may be on the next day.
create table quiet_hours (
  member_id  uuid primary key references members (id),
  from_minute smallint not null check (from_minute between 0 and 1439),
  to_minute   smallint not null check (to_minute between 0 and 1439),
  time_zone  text not null default 'Asia/Tokyo' check (char_length(time_zone) <= 64),
  check (from_minute <> to_minute)
);

-- The end of the quiet hours that hold now, or null.
create function quiet_until(q quiet_hours) returns timestamptz language sql stable as $$
  select case when (case when q.from_minute < q.to_minute then m >= q.from_minute and m < q.to_minute
                         else m >= q.from_minute or m < q.to_minute end)
              then (date_trunc('day', at) + make_interval(mins => q.to_minute)
                    + case when m >= q.to_minute then interval '1 day' else interval '0' end) at time zone q.time_zone end
    from (select kura_now() at time zone q.time_zone as at) n,
         lateral (select extract(hour from at)::int * 60 + extract(minute from at)::int as m) t
   where q.member_id is not null $$;

-- Where a browser takes pushes: one per device, as long as its session has not been ended.
create table push_subscriptions (
  id         uuid primary key,
  member_id  uuid not null references members (id),
  family_id  uuid not null unique,
  endpoint   text not null unique check (char_length(endpoint) <= 1000),
  p256dh     text not null,
  auth       text not null,
  created_at timestamptz not null default kura_now()
);
create index push_subscriptions_member on push_subscriptions (member_id);

create function drop_push_of_session() returns trigger language plpgsql as $$
begin
  delete from push_subscriptions where family_id = new.family_id;
  return null;
end $$;
create trigger sessions_drop_push after update of ended_at on sessions
  for each row when (new.ended_at is not null and old.ended_at is null)
  execute function drop_push_of_session();

-- Pushes on their way: a row goes once the push service took it or never will.
create table notification_pushes (
  notification_id uuid not null references notifications (id) on delete cascade,
  subscription_id uuid not null references push_subscriptions (id) on delete cascade,
  attempts        integer not null default 0,
  due_at          timestamptz not null default kura_now(),
  expires_at      timestamptz not null default kura_now() + interval '1 day',
  primary key (notification_id, subscription_id)
);
create index notification_pushes_due on notification_pushes (due_at);
create index notification_pushes_subscription on notification_pushes (subscription_id);

-- Other services that members may connect with their account. They are public OAuth clients: they
-- have no secret, PKCE stands for it.
create table service_clients (
  id            text primary key check (id ~ '^[a-z0-9][a-z0-9-]{0,63}$'),
  name_ja       text not null,
  name_en       text not null,
  picture       text,                              -- a row of media
  homepage      text not null,
  redirect_uris text[] not null check (cardinality(redirect_uris) between 1 and 10),
  scopes        text[] not null check (cardinality(scopes) > 0 and scopes <@ '{profile,pieces}'),
  imported_at   timestamptz not null default kura_now()
);

-- A member's consent to one service. A new consent is a row of its own: another device of the member
-- has tokens of the earlier one. Everything issued for it goes with it.
create table service_grants (
  id           uuid primary key,
  member_id    uuid not null references members (id),
  client_id    text not null references service_clients (id) on delete cascade,
  scopes       text[] not null check (cardinality(scopes) > 0),
  connected_at timestamptz not null default kura_now(),
  used_at      timestamptz,
  expires_at   timestamptz not null
);
create index service_grants_member on service_grants (member_id, client_id);
create index service_grants_client on service_grants (client_id);
create index service_grants_expiry on service_grants (expires_at);

-- Requests, codes and tokens of OAuth, each known by the SHA-256 of its value. The payload is a text:
-- it carries what a service sent, which jsonb may refuse.
create table service_records (
  kind        text not null check (kind in ('Interaction', 'AuthorizationCode', 'AccessToken', 'RefreshToken')),
  id_hash     bytea not null check (octet_length(id_hash) = 32),
  grant_id    uuid references service_grants (id) on delete cascade,
  payload     text not null,
  consumed_at timestamptz,
  expires_at  timestamptz not null,
  primary key (kind, id_hash)
);
create index service_records_grant on service_records (grant_id) where grant_id is not null;
create index service_records_expiry on service_records (expires_at);

-- What the platform keeps for members: it lies below, and cannot name them itself.
alter table idempotency_keys add foreign key (member_id) references members (id);
