CREATE TABLE "deal_readings" (
	"deal_id" text PRIMARY KEY NOT NULL,
	"version" integer NOT NULL,
	"currency" text,
	"workbook_currency" text,
	"last_actual_year" integer,
	"scale" double precision,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "reading_template_cells" (
	"template_id" uuid NOT NULL,
	"metric_key" text NOT NULL,
	"sheet_index" integer NOT NULL,
	"cell" text NOT NULL,
	"scale" double precision NOT NULL,
	"chosen_by" uuid NOT NULL,
	"chosen_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "reading_template_cells_template_id_metric_key_pk" PRIMARY KEY("template_id","metric_key")
);
--> statement-breakpoint
CREATE TABLE "reading_templates" (
	"id" uuid PRIMARY KEY NOT NULL,
	"org_id" uuid NOT NULL,
	"fingerprint" text NOT NULL,
	"deal_id" text,
	"updated_by" uuid NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "reading_templates_fingerprint" UNIQUE("org_id","fingerprint")
);
--> statement-breakpoint
ALTER TABLE "metric_sources" ALTER COLUMN "sheet" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "metric_sources" ALTER COLUMN "cell" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "metric_sources" ADD COLUMN "by_template" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "sections" ADD COLUMN "drafted_version" integer;--> statement-breakpoint
ALTER TABLE "reading_template_cells" ADD CONSTRAINT "reading_template_cells_template_id_reading_templates_id_fk" FOREIGN KEY ("template_id") REFERENCES "public"."reading_templates"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reading_template_cells" ADD CONSTRAINT "reading_template_cells_chosen_by_users_id_fk" FOREIGN KEY ("chosen_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reading_templates" ADD CONSTRAINT "reading_templates_org_id_orgs_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."orgs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reading_templates" ADD CONSTRAINT "reading_templates_deal_id_deals_id_fk" FOREIGN KEY ("deal_id") REFERENCES "public"."deals"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reading_templates" ADD CONSTRAINT "reading_templates_updated_by_users_id_fk" FOREIGN KEY ("updated_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "reading_templates_newest" ON "reading_templates" USING btree ("org_id","updated_at","id");--> statement-breakpoint
CREATE INDEX "reading_templates_deal" ON "reading_templates" USING btree ("deal_id");