-- Why our agent ended an offer on chain, or will: its seller wanted it, was banned, changed the wallet, sells by trade without a notice, the member it
-- was meant for changed the wallet, or the chain would not deliver it. Null where nobody noted it.
alter table listings
  add column taken_back text check (taken_back in ('seller', 'ban', 'wallet', 'notice', 'target', 'chain'));
-- Those that cannot be found by listings_target, which has the open ones.
create index listings_target_waiting on listings (target_id)
  where target_id is not null and state in ('drafted', 'pending', 'given-up', 'held');
-- Whatever looks for offers meant for one member knows the member: listings_target has them.
drop index listings_item_target;
