-- Deliveries without a month have room for their claims on their page, as those of a month have.
ALTER TABLE "delivery_default" SET (fillfactor = 45);
