-- Discovery: what a search finds, over all kinds of things at once.

-- The words of names, without numbers: what a word with a wrong letter is compared with.
create function search_words_of(own text) returns setof text language sql immutable parallel safe
begin atomic
  select distinct word from regexp_split_to_table(own, E'[\n 0-9]+') word where char_length(word) between 2 and 40;
end;

-- The pieces a document is found by. `own` and `around` hold one name per line. The second letter
-- of a piece is that of the kind, so that each kind is searched by itself.
--   =iname  a whole name           ^iab  a name, or it from one of its words on, begins so
--   .iab    within its own names   -iab  within the names around it (series, artist, category)
--   ~iword  a whole word           #i    the kind alone
--   #i7:90  its band: 128 ranks of its kind; #i10: and #i13: are bands of 1,024 and 8,192
create function search_pieces(kind text, rank bigint, own text, around text) returns tsvector
language sql immutable parallel safe
begin atomic
  select array_to_tsvector(array_agg(letter || left(kind, 1) || piece)) from (
    select '=' as letter, left(line, 200) as piece from string_to_table(own, E'\n') line where line <> ''
    union all
    select '^', substr(line, n, size)
      from string_to_table(own, E'\n') line, generate_series(1, char_length(line)) n, generate_series(1, 6) size
     where (n = 1 or substr(line, n - 1, 1) = ' ') and n + size - 1 <= char_length(line)
    union all
    select side.letter, substr(line, n, size)
      from (values ('.', own), ('-', around)) side (letter, lines), string_to_table(side.lines, E'\n') line,
           generate_series(1, char_length(line)) n, generate_series(1, 3) size
     where n + size - 1 <= char_length(line)
    union all
    select '~', word from search_words_of(own) word where kind <> 'member'
    union all
    select '#', ''
    union all
    select '#', bits || ':' || (rank >> bits) from unnest('{7,10,13}'::int[]) bits) pieces;
end;

-- One row for each thing that a search can find, changed in the transaction that changed the thing.
create table search_documents (
  kind    text not null check (kind in ('item', 'series', 'pack', 'artist', 'member', 'category')),
  id      text not null,
  rank    bigint not null,                        -- among equally good finds the higher comes first
  own     text not null,                          -- its names, readings and synonyms, one per line
  around  text not null default '',               -- those of its series, artist and categories
  own_form text not null generated always as (search_form(own)) stored,
  around_form text not null generated always as (search_form(around)) stored,
  primary key (kind, id)
);
-- Without a list of pending pieces, which every search would read.
create index search_documents_pieces on search_documents
  using gin (search_pieces(kind, rank, own_form, around_form)) with (fastupdate = off);
-- One plan serves all texts, so PostgreSQL need not know which pieces are common.
alter index search_documents_pieces alter column 1 set statistics 0;
create index search_documents_kind_rank on search_documents (kind, rank desc);

create type search_hit as (kind text, id text, rank bigint, own_form text, is_all boolean);

-- The documents of each kind whose pieces match, best rank first: all of them (`is_all`), or `most`
-- when there are many more. A kind is read from its best rank on, in bands; the part read first
-- shows how many are to be expected and so how much is read next. So a word of every name costs no
-- more than a rare one.
-- In `pieces`, the character 1 stands for the letter of the kind. What pieces of three letters do
-- not show is that they stand in a row: the own lines must be like one of `wholes`, or each of up
-- to six `words` must be in its lines in one of three spellings. Without both, pieces are enough.
create function search_best(kinds text[], pieces text, wholes text[], words text[], with_around boolean, most integer,
                            excludes_regulated boolean)
returns setof search_hit language plpgsql stable rows 100
set plan_cache_mode = force_generic_plan set enable_seqscan = off set jit = off as $$
declare
  n constant integer := coalesce(array_length(words, 1), 0);
  is_exact constant boolean := n = 0 and cardinality(wholes) = 0;
  searched text;
  mark text;
  best bigint;
  span bigint;
  width bigint;
  bits integer;
  query tsquery;
  hits search_hit[];
begin
  foreach searched in array kinds loop
    mark := left(searched, 1);
    best := (select d.rank from search_documents d where d.kind = searched order by d.rank desc limit 1);
    continue when best is null;
    span := best - (select d.rank from search_documents d where d.kind = searched order by d.rank limit 1);
    width := 256;
    loop
      query := replace(pieces, E'\x01', mark)::tsquery;
      if width * 2 < span then
        bits := case when width <= 2048 then 7 when width <= 16384 then 10 else 13 end;
        query := query && (select string_agg(format('''#%s%s:%s''', mark, bits, (best >> bits) - band), '|')
                             from generate_series(0, (width >> bits) - 1) band)::tsquery;
      end if;
      hits := array(
        select row(d.kind, d.id, d.rank, d.own_form, width * 2 >= span)::search_hit
          from search_documents d,
               lateral (select case when with_around then d.own_form || E'\n' || d.around_form else d.own_form end as form offset 0) l
         where search_pieces(d.kind, d.rank, d.own_form, d.around_form) @@ query
           and (is_exact or d.own_form like any (wholes)
             or n > 0 and l.form like any (words[1:1]) and (n < 2 or l.form like any (words[2:2]))
                and (n < 3 or l.form like any (words[3:3])) and (n < 4 or l.form like any (words[4:4]))
                and (n < 5 or l.form like any (words[5:5])) and (n < 6 or l.form like any (words[6:6])))
           and not (excludes_regulated and (
                 d.kind = 'item' and exists (select from items i where i.id = d.id and i.is_regulated)
              or d.kind = 'pack' and exists (select from pack_items h join items i on i.id = h.item_id
                                              where h.pack_id = d.id and i.is_regulated))));
      exit when cardinality(hits) >= most or width * 2 >= span;
      width := width * least(32, greatest(2, most * 3 / (2 * cardinality(hits) + 1)));
    end loop;
    if cardinality(hits) <= most then
      return query select * from unnest(hits);
    else
      return query select h.kind, h.id, h.rank, h.own_form, false from unnest(hits) h order by h.rank desc, h.id limit most;
    end if;
  end loop;
end $$;

-- Members are ranked in the order in which they first showed a name, close to each other.
create sequence search_member_numbers;

-- The words of all names of the catalogue, by two letters in a row and by length.
create table search_words (
  pair text not null,
  size smallint not null,
  word text not null,
  primary key (pair, size, word)
);

-- Members by their names, in the form names are searched in.
create index members_name_search on members using gin (search_grams(display_name))
  where display_name <> '' and deleted_at is null;
create index members_name_form on members (search_form(display_name) text_pattern_ops);
create index member_handles_start on member_handles (handle text_pattern_ops) where left_at is null;

-- Who follows whom. `number` is the order of time, which a fan-out reads in batches.
create table member_follows (
  follower_id uuid not null references members (id),
  target_id   uuid not null references members (id),
  number      bigint not null generated always as identity,
  created_at  timestamptz not null default kura_now(),
  primary key (follower_id, target_id),
  check (follower_id <> target_id)
);
create unique index member_follows_of on member_follows (follower_id, number desc);
create unique index member_follows_to on member_follows (target_id, number desc);

-- How many a member follows and is followed by, so that nothing counts a hundred thousand rows.
create table follow_counts (
  member_id  uuid primary key references members (id),
  followings integer not null default 0 check (followings >= 0),
  followers  integer not null default 0 check (followers >= 0)
);

-- Who follows a series: its new works and packs are news for them.
create table series_follows (
  member_id  uuid not null references members (id),
  series_id  text not null references series (id),
  number     bigint not null generated always as identity,
  created_at timestamptz not null default kura_now(),
  primary key (member_id, series_id)
);
create index series_follows_of on series_follows (member_id, number desc);
create unique index series_follows_to on series_follows (series_id, number desc);

-- What a member keeps in mind: a work, a series or a pack. Below `notice_below_yen`, a listing of
-- the work is news for the member.
create table favorites (
  member_id  uuid not null references members (id),
  kind       text not null check (kind in ('item', 'series', 'pack')),
  item_id    text references items (id),
  series_id  text references series (id),
  pack_id    text references packs (id),
  subject    text not null generated always as (coalesce(item_id, series_id, pack_id)) stored,
  notice_below_yen integer check (notice_below_yen > 0),
  number     bigint not null generated always as identity,
  created_at timestamptz not null default kura_now(),
  primary key (member_id, kind, subject),
  check (num_nonnulls(item_id, series_id, pack_id) = 1),
  check (kind = case when item_id is not null then 'item' when series_id is not null then 'series' else 'pack' end),
  check (notice_below_yen is null or kind = 'item')
);
create unique index favorites_of on favorites (member_id, number desc);
create unique index favorites_to on favorites (kind, subject, number desc);
create index favorites_notice on favorites (subject, notice_below_yen) where notice_below_yen is not null;

-- How many members keep a thing in mind, or follow a series.
create table subject_counts (
  kind      text not null check (kind in ('item', 'series', 'pack')),
  subject   text not null,
  favorites integer not null default 0 check (favorites >= 0),
  followers integer not null default 0 check (followers >= 0),
  primary key (kind, subject)
);

-- Keeps the counts. Rows are locked in one order, so that two who follow each other at once do not
-- wait for each other.
create function count_follows() returns trigger language plpgsql as $$
declare step integer := case tg_op when 'INSERT' then 1 else -1 end;
begin
  insert into follow_counts (member_id)
  select follower_id from changed union select target_id from changed order by 1
      on conflict (member_id) do nothing;
  perform 1 from follow_counts
    where member_id in (select follower_id from changed union select target_id from changed)
    order by member_id for no key update;
  update follow_counts c set followings = c.followings + u.followings * step, followers = c.followers + u.followers * step
    from (select m.member_id, sum(m.followings)::int as followings, sum(m.followers)::int as followers
            from (select follower_id as member_id, 1 as followings, 0 as followers from changed
                  union all select target_id, 0, 1 from changed) m group by m.member_id) u
   where c.member_id = u.member_id;
  return null;
end $$;
create trigger member_follows_count_new after insert on member_follows referencing new table as changed
  for each statement execute function count_follows();
create trigger member_follows_count_gone after delete on member_follows referencing old table as changed
  for each statement execute function count_follows();

create function count_subjects() returns trigger language plpgsql as $$
declare
  step integer := case tg_op when 'INSERT' then 1 else -1 end;
  each record;
begin
  for each in execute case tg_table_name
    when 'favorites' then 'select kind, subject, count(*)::int as favorites, 0 as followers from changed group by 1, 2 order by 1, 2'
    else 'select ''series'' as kind, series_id as subject, 0 as favorites, count(*)::int as followers from changed group by 2 order by 2'
  end loop
    insert into subject_counts (kind, subject) values (each.kind, each.subject) on conflict (kind, subject) do nothing;
    update subject_counts set favorites = favorites + each.favorites * step, followers = followers + each.followers * step
     where kind = each.kind and subject = each.subject;
  end loop;
  return null;
end $$;
create trigger favorites_count_new after insert on favorites referencing new table as changed
  for each statement execute function count_subjects();
create trigger favorites_count_gone after delete on favorites referencing old table as changed
  for each statement execute function count_subjects();
create trigger series_follows_count_new after insert on series_follows referencing new table as changed
  for each statement execute function count_subjects();
create trigger series_follows_count_gone after delete on series_follows referencing old table as changed
  for each statement execute function count_subjects();

-- What an address holds, work by work: of a collection of ten thousand tokens nothing is counted
-- when its page is shown. Kept by a trigger on tokens, made again with them when the index is.
create table item_holdings (
  owner_address text not null,
  item_id       text not null,
  series_id     text not null,
  tokens        integer not null check (tokens > 0),
  primary key (owner_address, item_id)
);

-- The same by series: how many of its works, and how many tokens.
create table series_holdings (
  owner_address text not null,
  series_id     text not null,
  items         integer not null check (items > 0),
  tokens        integer not null check (tokens >= items),
  primary key (owner_address, series_id)
);
-- The ranking of a series, and of the collection of one owner.
create index series_holdings_items on series_holdings (series_id, items desc, tokens desc, owner_address);
create index series_holdings_tokens on series_holdings (series_id, tokens desc, items desc, owner_address);

-- How many addresses hold something of a series, and how many tokens there are.
create table series_collectors (
  series_id  text primary key,
  collectors integer not null default 0 check (collectors >= 0),
  tokens     bigint not null default 0 check (tokens >= 0)
);

-- Follows tokens from owner to owner, whole statements at once. An item that the catalogue does not
-- know has no series and does not count until it is imported. The index alone writes tokens, so no
-- two of these meet.
create function follow_holdings() returns trigger language plpgsql as $$
declare
  held constant text := 'owner_address is not null and burned_at is null';
  moves constant text := case
    when tg_table_name = 'items' then
      'select t.owner_address, t.item_id, 1 as step from new_rows n join tokens t on t.item_id = n.id where ' || held
    when tg_op = 'INSERT' then 'select owner_address, item_id, 1 as step from new_rows where ' || held
    when tg_op = 'DELETE' then 'select owner_address, item_id, -1 as step from old_rows where ' || held
    else 'select owner_address, item_id, 1 as step from new_rows where ' || held ||
         ' union all select owner_address, item_id, -1 from old_rows where ' || held end;
begin
  if tg_op = 'DELETE' and not exists (select 1 from tokens) then
    delete from item_holdings;
    delete from series_holdings;
    delete from series_collectors;
    return null;
  end if;
  execute format($sql$
    with delta as (
      select m.owner_address, m.item_id, i.series_id, sum(m.step)::int as tokens
        from (%s) m join items i on i.id = m.item_id group by 1, 2, 3 having sum(m.step) <> 0),
    gone as (
      delete from item_holdings h using delta d
       where (h.owner_address, h.item_id) = (d.owner_address, d.item_id) and h.tokens + d.tokens = 0
      returning h.owner_address, h.series_id, -1 as items),
    kept as (
      update item_holdings h set tokens = h.tokens + d.tokens from delta d
       where (h.owner_address, h.item_id) = (d.owner_address, d.item_id) and h.tokens + d.tokens <> 0),
    fresh as (
      insert into item_holdings (owner_address, item_id, series_id, tokens)
      select d.owner_address, d.item_id, d.series_id, d.tokens from delta d
       where not exists (select 1 from item_holdings h where (h.owner_address, h.item_id) = (d.owner_address, d.item_id))
      returning owner_address, series_id, 1 as items),
    by_series as (
      select m.owner_address, m.series_id, sum(m.items)::int as items, sum(m.tokens)::int as tokens
        from (select owner_address, series_id, 0 as items, tokens from delta
              union all select owner_address, series_id, items, 0 from gone
              union all select owner_address, series_id, items, 0 from fresh) m
       group by 1, 2 having sum(m.items) <> 0 or sum(m.tokens) <> 0),
    series_gone as (
      delete from series_holdings s using by_series b
       where (s.owner_address, s.series_id) = (b.owner_address, b.series_id) and s.items + b.items = 0
      returning s.series_id, -1 as collectors),
    series_kept as (
      update series_holdings s set items = s.items + b.items, tokens = s.tokens + b.tokens from by_series b
       where (s.owner_address, s.series_id) = (b.owner_address, b.series_id) and s.items + b.items <> 0),
    series_fresh as (
      insert into series_holdings (owner_address, series_id, items, tokens)
      select b.owner_address, b.series_id, b.items, b.tokens from by_series b
       where not exists (select 1 from series_holdings s where (s.owner_address, s.series_id) = (b.owner_address, b.series_id))
      returning series_id, 1 as collectors),
    totals as (
      select m.series_id, sum(m.collectors)::int as collectors, sum(m.tokens) as tokens
        from (select series_id, 0 as collectors, tokens from by_series
              union all select series_id, collectors, 0 from series_gone
              union all select series_id, collectors, 0 from series_fresh) m group by 1),
    counted as (
      update series_collectors c set collectors = c.collectors + t.collectors, tokens = c.tokens + t.tokens
        from totals t where c.series_id = t.series_id returning c.series_id)
    insert into series_collectors (series_id, collectors, tokens)
    select t.series_id, t.collectors, t.tokens from totals t
     where not exists (select 1 from series_collectors c where c.series_id = t.series_id)
  $sql$, moves);
  return null;
end $$;
create trigger tokens_new_holdings after insert on tokens referencing new table as new_rows
  for each statement execute function follow_holdings();
create trigger tokens_gone_holdings after delete on tokens referencing old table as old_rows
  for each statement execute function follow_holdings();
create trigger tokens_moved_holdings after update on tokens referencing old table as old_rows new table as new_rows
  for each statement execute function follow_holdings();

create trigger items_new_holdings after insert on items referencing new table as new_rows
  for each statement execute function follow_holdings();

-- Pieces that a member shows first on the profile, while the wallet still holds them.
create table showcases (
  member_id uuid not null references members (id),
  place     smallint not null check (place between 1 and 6),
  token_id  numeric(20) not null,
  primary key (member_id, place),
  unique (member_id, token_id)
);
