CREATE TABLE "provider_deal_usage" (
	"deal_id" text NOT NULL,
	"day" text NOT NULL,
	"tokens" bigint NOT NULL,
	CONSTRAINT "provider_deal_usage_deal_id_day_pk" PRIMARY KEY("deal_id","day")
);
--> statement-breakpoint
CREATE TABLE "provider_drafts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"deal_id" text NOT NULL,
	"section_key" text NOT NULL,
	"requested_by" uuid NOT NULL,
	"grant_id" uuid,
	"by_superadmin" boolean NOT NULL,
	"status" text NOT NULL,
	"agent" text,
	"due_at" timestamp (3) with time zone,
	"attempts" integer NOT NULL,
	"reserved" jsonb,
	"tokens" integer NOT NULL,
	"problem" text,
	"report" jsonb,
	"comment_id" uuid,
	"proposal" jsonb,
	"created_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "comments" ADD COLUMN "draft_id" uuid;--> statement-breakpoint
ALTER TABLE "provider_deal_usage" ADD CONSTRAINT "provider_deal_usage_deal_id_deals_id_fk" FOREIGN KEY ("deal_id") REFERENCES "public"."deals"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "provider_drafts" ADD CONSTRAINT "provider_drafts_deal_id_deals_id_fk" FOREIGN KEY ("deal_id") REFERENCES "public"."deals"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "provider_drafts" ADD CONSTRAINT "provider_drafts_requested_by_users_id_fk" FOREIGN KEY ("requested_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "provider_deal_usage_day" ON "provider_deal_usage" USING btree ("day");--> statement-breakpoint
CREATE INDEX "provider_drafts_newest" ON "provider_drafts" USING btree ("deal_id","created_at","id");--> statement-breakpoint
CREATE INDEX "provider_drafts_due" ON "provider_drafts" USING btree ("due_at") WHERE "provider_drafts"."due_at" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "provider_drafts_expiring" ON "provider_drafts" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "provider_drafts_under_way" ON "provider_drafts" USING btree ("deal_id","section_key") WHERE "provider_drafts"."due_at" IS NOT NULL;