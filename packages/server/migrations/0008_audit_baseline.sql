CREATE TABLE "audit_upgrade" (
	"id" integer PRIMARY KEY NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"covers" text NOT NULL,
	"signature" text NOT NULL
);
--> statement-breakpoint
-- Written by hand: a new deal has a signed head from the start, and what waits for a baseline is judged by what is signed.
DROP TRIGGER deals_audit_baseline_due ON deals;--> statement-breakpoint
DROP FUNCTION audit_baseline_due();
