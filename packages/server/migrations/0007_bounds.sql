CREATE TABLE "storage_usage" (
	"owner_id" uuid PRIMARY KEY NOT NULL,
	"bytes" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "idempotency_usage" (
	"user_id" uuid NOT NULL,
	"hour" timestamp (3) with time zone NOT NULL,
	"keys" integer NOT NULL,
	"bytes" bigint NOT NULL,
	CONSTRAINT "idempotency_usage_user_id_hour_pk" PRIMARY KEY("user_id","hour")
);
--> statement-breakpoint
ALTER TABLE "deals" ADD COLUMN "created_by" uuid;--> statement-breakpoint
ALTER TABLE "documents" ADD COLUMN "charged_to" uuid;--> statement-breakpoint
ALTER TABLE "image_crops" ADD COLUMN "charged_to" uuid;--> statement-breakpoint
ALTER TABLE "idempotency_keys" ADD COLUMN "packed_answer" "bytea";--> statement-breakpoint
ALTER TABLE "idempotency_keys" ADD COLUMN "record_id" text;--> statement-breakpoint
ALTER TABLE "sections" ADD COLUMN "content_length" integer GENERATED ALWAYS AS (char_length(content)) STORED;--> statement-breakpoint
ALTER TABLE "idempotency_usage" ADD CONSTRAINT "idempotency_usage_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "idempotency_usage_hour" ON "idempotency_usage" USING btree ("hour");--> statement-breakpoint
ALTER TABLE "deals" ADD CONSTRAINT "deals_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "deals_created_by" ON "deals" USING btree ("created_by");--> statement-breakpoint
-- Written by hand: whose quota files count against, for what is there and for whatever is written.
UPDATE deals SET created_by = (
  SELECT m.user_id FROM deal_members m WHERE m.deal_id = deals.id AND m.role = 'owner' ORDER BY m.created_at, m.user_id LIMIT 1
);--> statement-breakpoint
CREATE FUNCTION storage_owner(deal text) RETURNS uuid LANGUAGE sql STABLE AS $$
  SELECT coalesce(
    (SELECT coalesce(d.org_id, d.created_by, (
        SELECT m.user_id FROM deal_members m WHERE m.deal_id = d.id AND m.role = 'owner' ORDER BY m.created_at, m.user_id LIMIT 1
      )) FROM deals d WHERE d.id = deal),
    (SELECT coalesce(c.org_id, c.owner_id) FROM intake_conversations c WHERE c.deal_id = deal)
  )
$$;--> statement-breakpoint
UPDATE documents SET charged_to = storage_owner(deal_id);--> statement-breakpoint
UPDATE image_crops SET charged_to = storage_owner(deal_id);--> statement-breakpoint
INSERT INTO storage_usage (owner_id, bytes)
  SELECT charged_to, sum(size) FROM (
    SELECT charged_to, size FROM documents UNION ALL SELECT charged_to, size FROM image_crops
  ) files WHERE charged_to IS NOT NULL GROUP BY charged_to;--> statement-breakpoint
CREATE FUNCTION charge_storage(owner uuid, step bigint) RETURNS void LANGUAGE sql AS $$
  INSERT INTO storage_usage AS u (owner_id, bytes) SELECT owner, step WHERE owner IS NOT NULL
  ON CONFLICT (owner_id) DO UPDATE SET bytes = u.bytes + excluded.bytes
$$;--> statement-breakpoint
CREATE FUNCTION storage_is_charged() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.charged_to := storage_owner(NEW.deal_id);
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE FUNCTION storage_follows_files() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    PERFORM charge_storage(OLD.charged_to, -OLD.size::bigint);
  END IF;
  IF TG_OP <> 'DELETE' THEN
    PERFORM charge_storage(NEW.charged_to, NEW.size::bigint);
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION storage_follows_deals() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE owner uuid := storage_owner(NEW.id);
BEGIN
  UPDATE documents SET charged_to = owner WHERE deal_id = NEW.id AND charged_to IS DISTINCT FROM owner;
  UPDATE image_crops SET charged_to = owner WHERE deal_id = NEW.id AND charged_to IS DISTINCT FROM owner;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER documents_charged BEFORE INSERT ON documents
  FOR EACH ROW EXECUTE FUNCTION storage_is_charged();--> statement-breakpoint
CREATE TRIGGER image_crops_charged BEFORE INSERT ON image_crops
  FOR EACH ROW EXECUTE FUNCTION storage_is_charged();--> statement-breakpoint
CREATE TRIGGER documents_storage AFTER INSERT OR DELETE OR UPDATE OF charged_to, size ON documents
  FOR EACH ROW EXECUTE FUNCTION storage_follows_files();--> statement-breakpoint
CREATE TRIGGER image_crops_storage AFTER INSERT OR DELETE OR UPDATE OF charged_to, size ON image_crops
  FOR EACH ROW EXECUTE FUNCTION storage_follows_files();--> statement-breakpoint
CREATE TRIGGER deals_storage AFTER INSERT OR UPDATE OF org_id, created_by ON deals
  FOR EACH ROW EXECUTE FUNCTION storage_follows_deals();
