-- The secret before the last rotation, which signs requests beside the present one until a time: receivers change over
-- without losing a request.
alter table webhooks
  add column previous_secret text,
  add column previous_secret_ends_at timestamptz,
  add check ((previous_secret is null) = (previous_secret_ends_at is null));
