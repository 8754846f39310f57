CREATE TABLE "memo_version_numbers" (
	"deal_id" text NOT NULL,
	"metric_key" text NOT NULL,
	"from_version" integer NOT NULL,
	"until_version" integer,
	"value" double precision NOT NULL,
	"unit" text NOT NULL,
	CONSTRAINT "memo_version_numbers_deal_id_metric_key_from_version_pk" PRIMARY KEY("deal_id","metric_key","from_version")
);
--> statement-breakpoint
CREATE TABLE "memo_version_sections" (
	"deal_id" text NOT NULL,
	"section_key" text NOT NULL,
	"from_version" integer NOT NULL,
	"until_version" integer,
	"section_version" integer NOT NULL,
	"position" integer NOT NULL,
	CONSTRAINT "memo_version_sections_deal_id_section_key_from_version_pk" PRIMARY KEY("deal_id","section_key","from_version")
);
--> statement-breakpoint
CREATE TABLE "memo_versions" (
	"deal_id" text NOT NULL,
	"version" integer NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"made_by" uuid,
	"seq" bigint NOT NULL,
	"model_version" integer,
	"currency" text NOT NULL,
	"sections_changed" text[] NOT NULL,
	"numbers_changed" integer NOT NULL,
	CONSTRAINT "memo_versions_deal_id_version_pk" PRIMARY KEY("deal_id","version")
);
--> statement-breakpoint
ALTER TABLE "memo_version_numbers" ADD CONSTRAINT "memo_version_numbers_deal_id_deals_id_fk" FOREIGN KEY ("deal_id") REFERENCES "public"."deals"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memo_version_sections" ADD CONSTRAINT "memo_version_sections_deal_id_deals_id_fk" FOREIGN KEY ("deal_id") REFERENCES "public"."deals"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memo_versions" ADD CONSTRAINT "memo_versions_deal_id_deals_id_fk" FOREIGN KEY ("deal_id") REFERENCES "public"."deals"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memo_versions" ADD CONSTRAINT "memo_versions_made_by_users_id_fk" FOREIGN KEY ("made_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "memo_version_numbers_current" ON "memo_version_numbers" USING btree ("deal_id") WHERE "memo_version_numbers"."until_version" IS NULL;--> statement-breakpoint
CREATE INDEX "memo_version_sections_current" ON "memo_version_sections" USING btree ("deal_id") WHERE "memo_version_sections"."until_version" IS NULL;--> statement-breakpoint
-- Written by hand: what a memo is at the upgrade becomes its first version.
INSERT INTO memo_versions (deal_id, version, at, made_by, seq, model_version, currency, sections_changed, numbers_changed)
SELECT s.deal_id, 1, greatest(max(s.updated_at), (SELECT max(updated_at) FROM deal_metrics m WHERE m.deal_id = s.deal_id)),
  NULL, coalesce((SELECT seq FROM journal_heads h WHERE h.deal_id = s.deal_id), 0),
  (SELECT version FROM deal_models m WHERE m.deal_id = s.deal_id),
  coalesce((SELECT coalesce(currency, workbook_currency) FROM deal_readings r WHERE r.deal_id = s.deal_id), 'USD'),
  array_agg(s.section_key ORDER BY s.position, s.section_key),
  (SELECT count(*) FROM deal_metrics m WHERE m.deal_id = s.deal_id AND m.value IS NOT NULL)
FROM sections s GROUP BY s.deal_id;--> statement-breakpoint
INSERT INTO memo_version_sections (deal_id, section_key, from_version, section_version, position)
SELECT deal_id, section_key, 1, version, position FROM sections;--> statement-breakpoint
INSERT INTO memo_version_numbers (deal_id, metric_key, from_version, value, unit)
SELECT m.deal_id, m.metric_key, 1, m.value, m.unit FROM deal_metrics m
WHERE m.value IS NOT NULL AND EXISTS (SELECT FROM memo_versions v WHERE v.deal_id = m.deal_id);
