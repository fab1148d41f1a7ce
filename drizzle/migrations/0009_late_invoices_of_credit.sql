-- A billing run writes its invoices with their numbers at the end of the transaction, after what refers to them.
ALTER TABLE "balance_transaction" ALTER CONSTRAINT "balance_transaction_provider_id_invoice_id_invoice_provider_id_id_fk" DEFERRABLE INITIALLY DEFERRED;
