CREATE INDEX "subscriber_first_name" ON "subscriber" USING btree ("provider_id","first_name" collate "und-x-icu","id");--> statement-breakpoint
CREATE INDEX "subscriber_last_name" ON "subscriber" USING btree ("provider_id","last_name" collate "und-x-icu","id");--> statement-breakpoint
-- Texts that were stored before the contract had a Unicode form. Row by row, because of two rows with one name in two forms the
-- second keeps its form: which of them is meant, only people know.
DO $$
DECLARE
  kept text[];
  found record;
BEGIN
  IF getdatabaseencoding() <> 'UTF8' THEN RETURN; END IF;
  FOREACH kept SLICE 1 IN ARRAY ARRAY[
    ['subscriber', 'first_name'], ['subscriber', 'last_name'], ['subscriber', 'street'], ['subscriber', 'city'],
    ['subscriber', 'region'], ['subscriber', 'postal_code'], ['subscriber', 'external_user_id'], ['subscriber', 'hold_reason'],
    ['plan', 'plan_name'], ['demarcation_point', 'name'], ['demarcation_point', 'street'], ['demarcation_point', 'city'],
    ['demarcation_point', 'region'], ['subscription', 'external_reference'], ['payment', 'reference'],
    ['charge', 'description'], ['installation', 'technician'], ['installation', 'notes'], ['note', 'text'], ['tag', 'name'],
    ['integration', 'name'], ['webhook', 'description'], ['saved_view', 'name'], ['staff_user', 'name'],
    ['organisation', 'name'], ['organisation', 'legal_name'], ['organisation', 'street'], ['organisation', 'city'],
    ['organisation', 'region'], ['organisation', 'payment_instructions'], ['provider', 'name']
  ] LOOP
    FOR found IN EXECUTE format('SELECT ctid AS at FROM %1$I WHERE %2$I IS NOT NFC NORMALIZED', kept[1], kept[2]) LOOP
      BEGIN
        EXECUTE format('UPDATE %1$I SET %2$I = normalize(%2$I) WHERE ctid = $1', kept[1], kept[2]) USING found.at;
      EXCEPTION WHEN unique_violation THEN
        NULL;
      END;
    END LOOP;
  END LOOP;
END $$;
