CREATE TABLE "uncertainty_settings" (
	"deal_id" text NOT NULL,
	"scenario_id" text NOT NULL,
	"version" integer NOT NULL,
	"inputs" jsonb,
	"correlations" jsonb NOT NULL,
	"saved_by" uuid NOT NULL,
	"saved_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "uncertainty_settings_deal_id_scenario_id_version_pk" PRIMARY KEY("deal_id","scenario_id","version")
);
--> statement-breakpoint
ALTER TABLE "uncertainty_settings" ADD CONSTRAINT "uncertainty_settings_deal_id_deals_id_fk" FOREIGN KEY ("deal_id") REFERENCES "public"."deals"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "uncertainty_settings" ADD CONSTRAINT "uncertainty_settings_saved_by_users_id_fk" FOREIGN KEY ("saved_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "uncertainty_settings_author" ON "uncertainty_settings" USING btree ("saved_by");