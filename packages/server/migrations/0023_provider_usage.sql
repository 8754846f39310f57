CREATE TABLE "provider_usage" (
	"org_id" uuid NOT NULL,
	"day" text NOT NULL,
	"tokens" bigint NOT NULL,
	CONSTRAINT "provider_usage_org_id_day_pk" PRIMARY KEY("org_id","day")
);
--> statement-breakpoint
ALTER TABLE "provider_usage" ADD CONSTRAINT "provider_usage_org_id_orgs_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."orgs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "provider_usage_day" ON "provider_usage" USING btree ("day");