-- A nonce of the account proof may also prove a change of the linked wallet or ask for its recovery.
alter table wallet_nonces drop constraint wallet_nonces_purpose_check;
alter table wallet_nonces add constraint wallet_nonces_purpose_check
  check (purpose in ('link', 'sign_in', 'change_from', 'change_to', 'recovery'));

-- Codes for an address that is to become the member's are found by the member.
create index mail_codes_member on mail_codes (member_id, purpose, created_at desc) where member_id is not null;

-- Whoever bans or deletes a member ends the sessions with it, for good: lifting the ban does not bring them back.
create function end_sessions_of_member() returns trigger language plpgsql as $$
begin
  update sessions set ended_at = kura_now() where member_id = new.id and ended_at is null;
  return null;
end $$;
create trigger members_end_sessions after update of banned_at, deleted_at on members
  for each row when ((new.banned_at is not null and old.banned_at is null)
                  or (new.deleted_at is not null and old.deleted_at is null))
  execute function end_sessions_of_member();

-- Changes of the linked wallet. Proven by both wallets it is done at once; a recovery waits for the operator, then for the
-- cooling-off time. The state moves only by compare-and-set.
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
-- What a change of the wallet has to look at.
create index openings_member_waiting on openings (member_id) where state in ('opened', 'minting', 'stuck');
