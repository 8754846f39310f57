CREATE TABLE "deal_requests" (
	"id" uuid PRIMARY KEY NOT NULL,
	"deal_id" text NOT NULL,
	"title" text NOT NULL,
	"note" text,
	"source_kind" text,
	"source_id" text,
	"assignee_id" uuid,
	"due_date" text,
	"status" text NOT NULL,
	"closed_at" timestamp (3) with time zone,
	"order_key" text GENERATED ALWAYS AS (CASE WHEN status = 'open' THEN '0' || replace(coalesce(due_date, '9999-12-31'), '-', '')
          ELSE '1' || lpad((9999999999999 - floor(extract(epoch FROM
            (coalesce(closed_at, created_at) AT TIME ZONE 'UTC')) * 1000))::bigint::text, 13, '0') END) STORED NOT NULL,
	"reminder" text,
	"remind_at" timestamp (3) with time zone,
	"version" integer NOT NULL,
	"created_by" uuid NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "finding_settlements" (
	"deal_id" text NOT NULL,
	"finding_id" text NOT NULL,
	"fingerprint" text NOT NULL,
	"choice" text,
	"reason" text,
	"settled_by" uuid NOT NULL,
	"settled_at" timestamp (3) with time zone NOT NULL,
	"version" integer NOT NULL,
	CONSTRAINT "finding_settlements_deal_id_finding_id_pk" PRIMARY KEY("deal_id","finding_id")
);
--> statement-breakpoint
ALTER TABLE "deal_requests" ADD CONSTRAINT "deal_requests_deal_id_deals_id_fk" FOREIGN KEY ("deal_id") REFERENCES "public"."deals"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deal_requests" ADD CONSTRAINT "deal_requests_assignee_id_users_id_fk" FOREIGN KEY ("assignee_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deal_requests" ADD CONSTRAINT "deal_requests_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "finding_settlements" ADD CONSTRAINT "finding_settlements_deal_id_deals_id_fk" FOREIGN KEY ("deal_id") REFERENCES "public"."deals"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "finding_settlements" ADD CONSTRAINT "finding_settlements_settled_by_users_id_fk" FOREIGN KEY ("settled_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "deal_requests_deal" ON "deal_requests" USING btree ("deal_id","order_key","id");--> statement-breakpoint
CREATE INDEX "deal_requests_source" ON "deal_requests" USING btree ("deal_id","source_kind","source_id");--> statement-breakpoint
CREATE INDEX "deal_requests_assignee" ON "deal_requests" USING btree ("assignee_id","order_key","id");--> statement-breakpoint
CREATE INDEX "deal_requests_author" ON "deal_requests" USING btree ("created_by");--> statement-breakpoint
CREATE INDEX "deal_requests_due" ON "deal_requests" USING btree ("remind_at","id") WHERE "deal_requests"."remind_at" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "finding_settlements_person" ON "finding_settlements" USING btree ("settled_by");