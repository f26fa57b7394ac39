/** How many came from where, and which digests were queued. */
export const visits = [
  `create table visits (
    day text not null, source text not null, visits integer not null, signups integer not null,
    primary key (day, source))`,
  `create table digests (id text primary key, since text not null, queued_at text not null)`,
]
