-- Several codes of one purpose are good for an address side by side. The browser that asked for one
-- names its row and has tries of its own; everybody else shares others: a stranger who guesses takes
-- no try from the owner.
alter table mail_codes add column other_tries_left integer not null default 5 check (other_tries_left >= 0);
