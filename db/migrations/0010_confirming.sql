-- A nonce of the account proof may also confirm that whoever holds a session holds the linked wallet, where there is no password.
alter table wallet_nonces drop constraint wallet_nonces_purpose_check;
alter table wallet_nonces add constraint wallet_nonces_purpose_check
  check (purpose in ('link', 'sign_in', 'change_from', 'change_to', 'recovery', 'confirm'));
