-- A run whose engine asks to be left alone waits until then.
alter table translations add column goes_on_at timestamptz;
