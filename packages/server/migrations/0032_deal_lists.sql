CREATE TABLE "deal_headlines" (
	"deal_id" text PRIMARY KEY NOT NULL,
	"org_id" uuid,
	"deal_type" text,
	"size" double precision,
	"return_pct" double precision,
	"headlines" jsonb,
	"rule" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "saved_views" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"org_id" uuid,
	"name" text NOT NULL,
	"filters" jsonb NOT NULL,
	"sort" text NOT NULL,
	"direction" text NOT NULL,
	"columns" jsonb NOT NULL,
	"metrics" jsonb NOT NULL,
	"version" integer NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "deals" ADD COLUMN "city" text;--> statement-breakpoint
ALTER TABLE "deals" ADD COLUMN "deal_type" text;--> statement-breakpoint
ALTER TABLE "deal_headlines" ADD CONSTRAINT "deal_headlines_deal_id_deals_id_fk" FOREIGN KEY ("deal_id") REFERENCES "public"."deals"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deal_headlines" ADD CONSTRAINT "deal_headlines_org_id_orgs_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."orgs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_views" ADD CONSTRAINT "saved_views_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_views" ADD CONSTRAINT "saved_views_org_id_orgs_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."orgs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "deal_headlines_size" ON "deal_headlines" USING btree ("org_id","size","deal_id");--> statement-breakpoint
CREATE INDEX "deal_headlines_return" ON "deal_headlines" USING btree ("org_id","return_pct","deal_id");--> statement-breakpoint
CREATE INDEX "deal_headlines_type" ON "deal_headlines" USING btree ("org_id",("deal_type" COLLATE "C"),"deal_id");--> statement-breakpoint
CREATE INDEX "deal_headlines_rule" ON "deal_headlines" USING btree ("rule","deal_id");--> statement-breakpoint
CREATE UNIQUE INDEX "saved_views_name" ON "saved_views" USING btree ("user_id",lower("name"));--> statement-breakpoint
CREATE INDEX "saved_views_shared" ON "saved_views" USING btree ("org_id","updated_at","id") WHERE "saved_views"."org_id" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "deals_org_name" ON "deals" USING btree ("org_id",(lower("name") COLLATE "C"),"id");--> statement-breakpoint
CREATE INDEX "deals_org_ic_date" ON "deals" USING btree ("org_id",("ic_date" COLLATE "C"),"id");--> statement-breakpoint
CREATE INDEX "deals_org_stage" ON "deals" USING btree ("org_id",array_position(ARRAY['screening', 'diligence', 'committee', 'closing', 'closed', 'passed'], "stage"),"id");--> statement-breakpoint
CREATE INDEX "deals_org_city" ON "deals" USING btree ("org_id",lower("city")) WHERE "deals"."city" IS NOT NULL;--> statement-breakpoint
-- written by hand:
-- A deal without this row would be missing in sorted lists.
CREATE FUNCTION deal_has_headlines() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO deal_headlines (deal_id, org_id) VALUES (NEW.id, NEW.org_id)
    ON CONFLICT (deal_id) DO UPDATE SET org_id = excluded.org_id;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER deals_headlines AFTER INSERT OR UPDATE OF org_id ON deals
  FOR EACH ROW EXECUTE FUNCTION deal_has_headlines();--> statement-breakpoint
-- Their numbers follow in the background.
INSERT INTO deal_headlines (deal_id, org_id) SELECT id, org_id FROM deals;
