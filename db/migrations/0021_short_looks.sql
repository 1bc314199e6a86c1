-- What is found by few looks, however much there is beside it.

-- Three characters in a row are as much rarer than two as a catalogue is larger: names are kept in pieces of one to three of them.
create or replace function search_grams(words text) returns text[] language sql immutable parallel safe strict
  return (select coalesce(array_agg(distinct substr(form, n, size)), '{}')
            -- offset 0 keeps the form from being worked out again for every gram
            from (select search_form(words) as form offset 0) f,
                 generate_series(1, char_length(form)) n, generate_series(1, 3) size
           where n + size - 1 <= char_length(form));

-- The grams every match of a query must have: the longest, which hold the shorter ones.
create or replace function search_needs(query text) returns text[] language sql immutable parallel safe strict
  return (select coalesce(array_agg(distinct substr(form, n, 3)), '{}')
            from (select search_form(query) as form offset 0) f, generate_series(1, greatest(1, char_length(form) - 2)) n);

-- the same expression with the new function: every row and the index are made again
alter table items alter column search_grams set expression as (search_grams(name_ja || ' ' || name_en));
analyze items;

-- A member's packs by what was delivered last. Without it the latest orders of the whole shop were read until enough were theirs.
create index orders_delivered on orders (member_id, id desc) where state = 'delivered';
