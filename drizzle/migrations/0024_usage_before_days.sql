-- Sessions that were counted before days were kept: their octets belong to the day of their last report. The reports before it are
-- gone. A subscription with days is left out, because those already include its sessions.
insert into network_usage_day (provider_id, subscription_id, day, download, upload)
select s.provider_id, s.subscription_id, (
    greatest(s.created_at, coalesce(a.acctupdatetime, a.acctstarttime) + p.clock_offset_ms * interval '1 millisecond')
    at time zone p.time_zone
  )::date as day, sum(s.counted_octets - s.counted_upload), sum(s.counted_upload)
from network_session s
join provider p on p.id = s.provider_id
left join radius.radacct a on a.acctuniqueid = s.acct_unique_id
  and isfinite(a.acctupdatetime) is not false and isfinite(a.acctstarttime) is not false
where s.counted_octets > 0 and s.created_at > now() - interval '92 days' and not exists (
  select from network_usage_day d where d.provider_id = s.provider_id and d.subscription_id = s.subscription_id
)
group by s.provider_id, s.subscription_id, day;
