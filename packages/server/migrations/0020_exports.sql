CREATE TABLE "deal_exports" (
	"id" uuid PRIMARY KEY NOT NULL,
	"deal_id" text NOT NULL,
	"requested_by" uuid NOT NULL,
	"grant_id" uuid,
	"by_superadmin" boolean NOT NULL,
	"format" text NOT NULL,
	"scenario_id" text,
	"watermark" boolean NOT NULL,
	"status" text NOT NULL,
	"progress" double precision NOT NULL,
	"problem" text,
	"due_at" timestamp (3) with time zone,
	"attempts" integer NOT NULL,
	"model_version" integer,
	"file_name" text,
	"sha256" text,
	"size" integer NOT NULL,
	"people" uuid[] NOT NULL,
	"charged_to" uuid,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "deal_exports" ADD CONSTRAINT "deal_exports_deal_id_deals_id_fk" FOREIGN KEY ("deal_id") REFERENCES "public"."deals"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deal_exports" ADD CONSTRAINT "deal_exports_requested_by_users_id_fk" FOREIGN KEY ("requested_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "deal_exports_person" ON "deal_exports" USING btree ("deal_id","requested_by","created_at","id");--> statement-breakpoint
CREATE INDEX "deal_exports_requester" ON "deal_exports" USING btree ("requested_by");--> statement-breakpoint
CREATE INDEX "deal_exports_due" ON "deal_exports" USING btree ("due_at") WHERE "deal_exports"."due_at" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "deal_exports_expiring" ON "deal_exports" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "deal_exports_blob" ON "deal_exports" USING btree ("sha256") WHERE "deal_exports"."sha256" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "deal_exports_people" ON "deal_exports" USING gin ("people");--> statement-breakpoint
-- Written by hand: exported files count against the quota of the deal's owner as long as they are kept.
CREATE OR REPLACE FUNCTION storage_follows_deals() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE owner uuid := storage_owner(NEW.id);
BEGIN
  UPDATE documents SET charged_to = owner WHERE deal_id = NEW.id AND charged_to IS DISTINCT FROM owner;
  UPDATE image_crops SET charged_to = owner WHERE deal_id = NEW.id AND charged_to IS DISTINCT FROM owner;
  UPDATE deal_exports SET charged_to = owner WHERE deal_id = NEW.id AND charged_to IS DISTINCT FROM owner;
  UPDATE section_versions SET charged_to = owner WHERE deal_id = NEW.id AND charged_to IS DISTINCT FROM owner;
  UPDATE comment_revisions r SET charged_to = owner FROM comments c
    WHERE c.deal_id = NEW.id AND r.comment_id = c.id AND r.charged_to IS DISTINCT FROM owner;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER deal_exports_charged BEFORE INSERT ON deal_exports
  FOR EACH ROW EXECUTE FUNCTION storage_is_charged();--> statement-breakpoint
CREATE TRIGGER deal_exports_storage AFTER INSERT OR DELETE OR UPDATE OF charged_to, size ON deal_exports
  FOR EACH ROW EXECUTE FUNCTION storage_follows_files();
