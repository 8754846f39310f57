ALTER TABLE "deal_metrics" ADD COLUMN "kind" text DEFAULT 'input' NOT NULL;--> statement-breakpoint
ALTER TABLE "deal_metrics" ADD COLUMN "formula" text;--> statement-breakpoint
ALTER TABLE "deal_metrics" ADD COLUMN "source" jsonb;--> statement-breakpoint
ALTER TABLE "deal_metrics" ADD COLUMN "confidence" double precision;--> statement-breakpoint
ALTER TABLE "deal_metrics" ADD COLUMN "computed_share" double precision;