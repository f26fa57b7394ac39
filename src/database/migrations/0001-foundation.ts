/** What the two forms bring in, and what guards the door. */
export const foundation = [
  `create table subscribers (
    id text primary key, email text not null, email_key text not null unique,
    status text not null, asked_at text not null, confirmed_at text, unsubscribed_at text)`,
  `create table messages (
    id text primary key, name text not null, email text not null, email_key text not null,
    message text not null, received_at text not null)`,
  'create index messages_email_key on messages (email_key)',
  `create table quarantine (
    id text primary key, kind text not null, name text, email text not null,
    email_key text not null, message text, received_at text not null)`,
  `create table idempotency_keys (
    key_hash text primary key, body_hash text not null, created_at text not null)`,
  `create table rate_limits (
    client_hash text primary key, minute integer not null, count integer not null)`,
]
