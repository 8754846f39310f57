CREATE TABLE "deal_reconciliations" (
	"deal_id" text PRIMARY KEY NOT NULL,
	"due_at" timestamp (3) with time zone,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "document_facts" (
	"deal_id" text NOT NULL,
	"document_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"metric_key" text,
	"term" text NOT NULL,
	"value" double precision NOT NULL,
	"unit" text NOT NULL,
	"currency" text,
	"period" jsonb,
	"qualifier" text,
	"quote" text NOT NULL,
	"place" jsonb NOT NULL,
	"confidence" double precision NOT NULL,
	"tolerance" double precision NOT NULL,
	"bound" text,
	"origin" text NOT NULL,
	CONSTRAINT "document_facts_deal_id_document_id_position_pk" PRIMARY KEY("deal_id","document_id","position")
);
--> statement-breakpoint
CREATE TABLE "fact_readings" (
	"document_id" uuid PRIMARY KEY NOT NULL,
	"deal_id" text NOT NULL,
	"form" integer NOT NULL,
	"due_at" timestamp (3) with time zone,
	"problem" text,
	"facts" integer NOT NULL,
	"flags" integer NOT NULL,
	"tables" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "reconciliation_findings" (
	"id" uuid PRIMARY KEY NOT NULL,
	"deal_id" text NOT NULL,
	"position" integer NOT NULL,
	"status" text NOT NULL,
	"metric_key" text NOT NULL,
	"unit" text NOT NULL,
	"period" text,
	"qualifier" text,
	"document_id" uuid NOT NULL,
	"value" double precision NOT NULL,
	"place" jsonb NOT NULL,
	"other_document_id" uuid,
	"other_value" double precision NOT NULL,
	"other_place" jsonb,
	"severity" text,
	"effects" jsonb NOT NULL,
	"choice" text,
	"reason" text,
	"settled_by" uuid,
	"settled_at" timestamp (3) with time zone,
	"version" integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE "deal_reconciliations" ADD CONSTRAINT "deal_reconciliations_deal_id_deals_id_fk" FOREIGN KEY ("deal_id") REFERENCES "public"."deals"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "document_facts" ADD CONSTRAINT "document_facts_document_id_documents_id_fk" FOREIGN KEY ("document_id") REFERENCES "public"."documents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fact_readings" ADD CONSTRAINT "fact_readings_document_id_documents_id_fk" FOREIGN KEY ("document_id") REFERENCES "public"."documents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reconciliation_findings" ADD CONSTRAINT "reconciliation_findings_deal_id_deals_id_fk" FOREIGN KEY ("deal_id") REFERENCES "public"."deals"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reconciliation_findings" ADD CONSTRAINT "reconciliation_findings_document_id_documents_id_fk" FOREIGN KEY ("document_id") REFERENCES "public"."documents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reconciliation_findings" ADD CONSTRAINT "reconciliation_findings_other_document_id_documents_id_fk" FOREIGN KEY ("other_document_id") REFERENCES "public"."documents"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reconciliation_findings" ADD CONSTRAINT "reconciliation_findings_settled_by_users_id_fk" FOREIGN KEY ("settled_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "deal_reconciliations_due" ON "deal_reconciliations" USING btree ("due_at") WHERE "deal_reconciliations"."due_at" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "document_facts_document" ON "document_facts" USING btree ("document_id");--> statement-breakpoint
CREATE INDEX "document_facts_metric" ON "document_facts" USING btree ("deal_id","metric_key","document_id","position");--> statement-breakpoint
CREATE INDEX "fact_readings_due" ON "fact_readings" USING btree ("due_at") WHERE "fact_readings"."due_at" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "fact_readings_deal" ON "fact_readings" USING btree ("deal_id");--> statement-breakpoint
CREATE INDEX "reconciliation_findings_deal" ON "reconciliation_findings" USING btree ("deal_id","position");--> statement-breakpoint
CREATE INDEX "reconciliation_findings_document" ON "reconciliation_findings" USING btree ("document_id");--> statement-breakpoint
CREATE INDEX "reconciliation_findings_other" ON "reconciliation_findings" USING btree ("other_document_id");--> statement-breakpoint
-- Documents that are there already are read for facts in the background.
INSERT INTO "fact_readings" ("document_id", "deal_id", "form", "due_at", "facts", "flags", "tables")
SELECT d."id", d."deal_id", 0, now(), 0, 0, '[]' FROM "documents" d JOIN "deals" ON "deals"."id" = d."deal_id"
WHERE d."state" = 'indexed';
