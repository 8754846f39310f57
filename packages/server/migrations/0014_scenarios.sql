CREATE TABLE "scenarios" (
	"id" uuid PRIMARY KEY NOT NULL,
	"deal_id" text NOT NULL,
	"name" text NOT NULL,
	"note" text,
	"color" text NOT NULL,
	"visibility" text NOT NULL,
	"based_on" text,
	"overrides" jsonb NOT NULL,
	"proposed_against" jsonb,
	"proposed_by" uuid,
	"proposed_at" timestamp (3) with time zone,
	"proposal_reason" text,
	"version" integer NOT NULL,
	"created_by" uuid NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "thresholds" (
	"id" uuid PRIMARY KEY NOT NULL,
	"deal_id" text NOT NULL,
	"metric_key" text NOT NULL,
	"side" text NOT NULL,
	"value" double precision NOT NULL,
	"kind" text NOT NULL,
	"source" text,
	"version" integer NOT NULL,
	"updated_by" uuid NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "deal_models" ADD COLUMN "presented_scenario" uuid;--> statement-breakpoint
ALTER TABLE "model_overrides" ADD COLUMN "reverted_version" integer;--> statement-breakpoint
ALTER TABLE "ripple_previews" ADD COLUMN "further" jsonb;--> statement-breakpoint
ALTER TABLE "scenarios" ADD CONSTRAINT "scenarios_deal_id_deals_id_fk" FOREIGN KEY ("deal_id") REFERENCES "public"."deals"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "scenarios" ADD CONSTRAINT "scenarios_proposed_by_users_id_fk" FOREIGN KEY ("proposed_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "scenarios" ADD CONSTRAINT "scenarios_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "thresholds" ADD CONSTRAINT "thresholds_deal_id_deals_id_fk" FOREIGN KEY ("deal_id") REFERENCES "public"."deals"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "thresholds" ADD CONSTRAINT "thresholds_updated_by_users_id_fk" FOREIGN KEY ("updated_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "scenarios_deal" ON "scenarios" USING btree ("deal_id","created_at");--> statement-breakpoint
CREATE INDEX "scenarios_author" ON "scenarios" USING btree ("created_by");--> statement-breakpoint
CREATE UNIQUE INDEX "thresholds_metric" ON "thresholds" USING btree ("deal_id","metric_key","side");--> statement-breakpoint
CREATE INDEX "thresholds_author" ON "thresholds" USING btree ("updated_by");--> statement-breakpoint
-- The overrides of a deal with a workbook become its scenario "Current case", which is presented.
INSERT INTO "scenarios" ("id", "deal_id", "name", "color", "visibility", "overrides", "version", "created_by", "created_at", "updated_at")
SELECT gen_random_uuid(), "deal_id", 'Current case', 'blue', 'shared',
	jsonb_agg(jsonb_build_object(
		'metricKey', "metric_key",
		'value', "value",
		'reason', "reason",
		'setBy', "applied_by",
		'setAt', to_char("applied_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
	) ORDER BY "metric_key" COLLATE "C"),
	1, (array_agg("applied_by" ORDER BY "version"))[1], min("applied_at"), max("applied_at")
FROM (
	SELECT DISTINCT ON (o."deal_id", o."metric_key") o.*
	FROM "model_overrides" o JOIN "deal_models" m ON m."deal_id" = o."deal_id" AND m."sha256" IS NOT NULL
	WHERE o."reverted_at" IS NULL
	ORDER BY o."deal_id", o."metric_key", o."version" DESC
) AS active
GROUP BY "deal_id";--> statement-breakpoint
UPDATE "deal_models" m SET "presented_scenario" = s."id" FROM "scenarios" s WHERE s."deal_id" = m."deal_id";
