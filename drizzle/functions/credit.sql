-- Has the credit of a subscriber checked again whenever a debt appears, ends or changes, so that no verb can forget it. A subscriber
-- without credit has no row to mark. The setting makes the transaction wake the billing job after the commit.
CREATE OR REPLACE FUNCTION reconsider_credit() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE credit SET settle_at = least(settle_at, new.updated_at)
  WHERE provider_id = new.provider_id AND subscriber_id = new.subscriber_id AND balance > 0;
  IF FOUND THEN PERFORM set_config('demarc.credit_due', 'on', true); END IF;
  RETURN NULL;
END $$;

-- Billing runs issue invoices by the thousand: one statement for all of them.
CREATE OR REPLACE FUNCTION reconsider_credit_of_issued() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE credit c SET settle_at = least(c.settle_at, i.at)
  FROM (SELECT provider_id, subscriber_id, min(updated_at) AS at FROM issued WHERE status = 'OPEN' GROUP BY 1, 2) i
  WHERE c.provider_id = i.provider_id AND c.subscriber_id = i.subscriber_id AND c.balance > 0;
  IF FOUND THEN PERFORM set_config('demarc.credit_due', 'on', true); END IF;
  RETURN NULL;
END $$;

-- A price that changed moves what a first payment and a return cost.
CREATE OR REPLACE FUNCTION reconsider_credit_of_plan() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE credit c SET settle_at = least(c.settle_at, new.updated_at)
  FROM subscription s
  WHERE s.provider_id = new.provider_id AND s.plan_id = new.id AND s.status IN (:statuses_out_of_service)
    AND c.provider_id = s.provider_id AND c.subscriber_id = s.subscriber_id AND c.balance > 0;
  IF FOUND THEN PERFORM set_config('demarc.credit_due', 'on', true); END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER invoice_issued_credit AFTER INSERT ON invoice
  REFERENCING NEW TABLE AS issued FOR EACH STATEMENT EXECUTE FUNCTION reconsider_credit_of_issued();

CREATE OR REPLACE TRIGGER invoice_over_credit AFTER UPDATE OF status ON invoice FOR EACH ROW
  WHEN (old.status = 'OPEN' AND new.status <> 'OPEN') EXECUTE FUNCTION reconsider_credit();

CREATE OR REPLACE TRIGGER charge_created_credit AFTER INSERT ON charge FOR EACH ROW
  WHEN (new.status = 'PENDING') EXECUTE FUNCTION reconsider_credit();

CREATE OR REPLACE TRIGGER charge_over_credit AFTER UPDATE OF status ON charge FOR EACH ROW
  WHEN (old.status = 'PENDING' AND new.status <> 'PENDING') EXECUTE FUNCTION reconsider_credit();

CREATE OR REPLACE TRIGGER subscription_created_credit AFTER INSERT ON subscription FOR EACH ROW
  WHEN (new.status = 'PENDING') EXECUTE FUNCTION reconsider_credit();

CREATE OR REPLACE TRIGGER subscription_waits_credit AFTER UPDATE ON subscription FOR EACH ROW
  WHEN (new.status IN (:statuses_out_of_service) OR old.status = 'PENDING') EXECUTE FUNCTION reconsider_credit();

CREATE OR REPLACE TRIGGER payment_failed_credit AFTER UPDATE OF status ON payment FOR EACH ROW
  WHEN (old.status = 'PROCESSING' AND new.status <> 'PROCESSING') EXECUTE FUNCTION reconsider_credit();

CREATE OR REPLACE TRIGGER plan_priced_credit AFTER UPDATE OF price_amount ON plan FOR EACH ROW
  WHEN (old.price_amount <> new.price_amount) EXECUTE FUNCTION reconsider_credit_of_plan();
