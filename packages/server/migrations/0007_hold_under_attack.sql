CREATE TABLE "blob_claims" (
	"id" uuid PRIMARY KEY NOT NULL,
	"deal_id" text NOT NULL,
	"sha256" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "superadmin_deal_entries" (
	"deal_id" text NOT NULL,
	"user_id" uuid NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "superadmin_deal_entries_deal_id_user_id_pk" PRIMARY KEY("deal_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "storage_usage" (
	"owner_id" uuid PRIMARY KEY NOT NULL,
	"bytes" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "erasures" (
	"id" uuid PRIMARY KEY NOT NULL,
	"target_type" text NOT NULL,
	"target_id" text NOT NULL,
	"transfer_to" uuid,
	"requested_by" uuid NOT NULL,
	"requested_at" timestamp (3) with time zone NOT NULL,
	"blobs" text[] NOT NULL,
	"lease_until" timestamp (3) with time zone NOT NULL,
	"finished_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "held_mails" (
	"id" uuid PRIMARY KEY NOT NULL,
	"recipient" text NOT NULL,
	"sender_id" uuid NOT NULL,
	"deal_id" text,
	"sealed" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "audit_baselines_due" (
	"deal_id" text PRIMARY KEY NOT NULL
);
--> statement-breakpoint
CREATE TABLE "audit_heads" (
	"deal_id" text PRIMARY KEY NOT NULL,
	"seq" bigint NOT NULL,
	"hash" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"signature" text NOT NULL,
	"logged_seq" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "superadmin_org_entries" (
	"org_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "superadmin_org_entries_org_id_user_id_pk" PRIMARY KEY("org_id","user_id")
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
DROP INDEX "users_newest";--> statement-breakpoint
DROP INDEX "users_status_newest";--> statement-breakpoint
ALTER TABLE "notifications" ALTER COLUMN "deal_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "deal_members" ADD COLUMN "by_superadmin" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "deal_teams" ADD COLUMN "by_superadmin" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "deals" ADD COLUMN "created_by" uuid;--> statement-breakpoint
ALTER TABLE "deals" ADD COLUMN "rationale_salt" text;--> statement-breakpoint
ALTER TABLE "documents" ADD COLUMN "charged_to" uuid;--> statement-breakpoint
ALTER TABLE "image_crops" ADD COLUMN "charged_to" uuid;--> statement-breakpoint
ALTER TABLE "org_invitations" ADD COLUMN "by_superadmin" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "notifications" ADD COLUMN "org_id" uuid;--> statement-breakpoint
ALTER TABLE "org_members" ADD COLUMN "by_superadmin" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "idempotency_keys" ADD COLUMN "packed_answer" "bytea";--> statement-breakpoint
ALTER TABLE "idempotency_keys" ADD COLUMN "record_id" text;--> statement-breakpoint
ALTER TABLE "section_versions" ADD COLUMN "salt" text;--> statement-breakpoint
ALTER TABLE "sections" ADD COLUMN "content_length" integer GENERATED ALWAYS AS (char_length(content)) STORED;--> statement-breakpoint
ALTER TABLE "team_members" ADD COLUMN "by_superadmin" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "email_verified" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "superadmin_deal_entries" ADD CONSTRAINT "superadmin_deal_entries_deal_id_deals_id_fk" FOREIGN KEY ("deal_id") REFERENCES "public"."deals"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "superadmin_deal_entries" ADD CONSTRAINT "superadmin_deal_entries_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "erasures" ADD CONSTRAINT "erasures_transfer_to_users_id_fk" FOREIGN KEY ("transfer_to") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "erasures" ADD CONSTRAINT "erasures_requested_by_users_id_fk" FOREIGN KEY ("requested_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "held_mails" ADD CONSTRAINT "held_mails_sender_id_users_id_fk" FOREIGN KEY ("sender_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "held_mails" ADD CONSTRAINT "held_mails_deal_id_deals_id_fk" FOREIGN KEY ("deal_id") REFERENCES "public"."deals"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "audit_baselines_due" ADD CONSTRAINT "audit_baselines_due_deal_id_deals_id_fk" FOREIGN KEY ("deal_id") REFERENCES "public"."deals"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "audit_heads" ADD CONSTRAINT "audit_heads_deal_id_deals_id_fk" FOREIGN KEY ("deal_id") REFERENCES "public"."deals"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "superadmin_org_entries" ADD CONSTRAINT "superadmin_org_entries_org_id_orgs_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."orgs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "superadmin_org_entries" ADD CONSTRAINT "superadmin_org_entries_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "idempotency_usage" ADD CONSTRAINT "idempotency_usage_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "blob_claims_deal" ON "blob_claims" USING btree ("deal_id");--> statement-breakpoint
CREATE INDEX "blob_claims_blob" ON "blob_claims" USING btree ("sha256");--> statement-breakpoint
CREATE INDEX "blob_claims_oldest" ON "blob_claims" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "erasures_target" ON "erasures" USING btree ("target_type","target_id");--> statement-breakpoint
CREATE INDEX "erasures_unfinished" ON "erasures" USING btree ("lease_until") WHERE "erasures"."finished_at" IS NULL;--> statement-breakpoint
CREATE INDEX "held_mails_recipient" ON "held_mails" USING btree ("recipient","created_at","id");--> statement-breakpoint
CREATE INDEX "held_mails_oldest" ON "held_mails" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "held_mails_sender" ON "held_mails" USING btree ("sender_id");--> statement-breakpoint
CREATE INDEX "held_mails_deal" ON "held_mails" USING btree ("deal_id");--> statement-breakpoint
CREATE INDEX "audit_heads_unlogged" ON "audit_heads" USING btree ("at") WHERE "audit_heads"."logged_seq" < "audit_heads"."seq";--> statement-breakpoint
CREATE INDEX "idempotency_usage_hour" ON "idempotency_usage" USING btree ("hour");--> statement-breakpoint
ALTER TABLE "deals" ADD CONSTRAINT "deals_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_org_id_orgs_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."orgs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "deals_created_by" ON "deals" USING btree ("created_by");--> statement-breakpoint
CREATE INDEX "journal_decisions" ON "journal" USING btree ("deal_id","seq") WHERE "journal"."type" IN ('deal.finalized', 'deal.reopened', 'audit.baseline');--> statement-breakpoint
CREATE INDEX "notifications_unread_org" ON "notifications" USING btree ("user_id","seq") WHERE "notifications"."org_id" IS NOT NULL AND "notifications"."read_at" IS NULL;--> statement-breakpoint
CREATE INDEX "refresh_tokens_live" ON "refresh_tokens" USING btree ("session_id") WHERE "refresh_tokens"."used_at" IS NULL AND "refresh_tokens"."superseded_at" IS NULL;--> statement-breakpoint
CREATE INDEX "users_verified_newest" ON "users" USING btree ("email_verified","created_at","id");--> statement-breakpoint
CREATE INDEX "users_status_verified_newest" ON "users" USING btree ("status","email_verified","created_at","id");--> statement-breakpoint
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
--> statement-breakpoint
-- Addresses and names that an account had before stay known to its history until the account is erased: whoever looks
-- into a taken-over account needs them, and an erasure must find what was written with them.
CREATE FUNCTION remember_removed_address() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO security_events (id, user_id, kind, data, at)
    SELECT gen_random_uuid(), OLD.user_id, 'address_removed', jsonb_build_object('email', OLD.email), now()
    WHERE (OLD.verified_at IS NOT NULL OR OLD.can_sign_in) AND EXISTS (SELECT FROM users WHERE id = OLD.user_id);
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER addresses_remembered AFTER DELETE ON user_emails
  FOR EACH ROW EXECUTE FUNCTION remember_removed_address();--> statement-breakpoint
CREATE FUNCTION remember_former_name() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO security_events (id, user_id, kind, data, at) VALUES (gen_random_uuid(), OLD.id, 'profile_changed',
    jsonb_build_object('display_name', OLD.display_name, 'first_name', OLD.first_name, 'last_name', OLD.last_name,
      'avatar_url', OLD.avatar_url), now());
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER names_remembered AFTER UPDATE OF display_name, first_name, last_name, avatar_url ON users
  FOR EACH ROW WHEN ((OLD.display_name, OLD.first_name, OLD.last_name, OLD.avatar_url)
    IS DISTINCT FROM (NEW.display_name, NEW.first_name, NEW.last_name, NEW.avatar_url))
  EXECUTE FUNCTION remember_former_name();
--> statement-breakpoint
-- Written by hand: trails that exist get their signed baseline from the service, which alone has the key.
INSERT INTO audit_baselines_due (deal_id) SELECT id FROM deals;--> statement-breakpoint
CREATE FUNCTION audit_baseline_due() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO audit_baselines_due (deal_id) VALUES (NEW.id) ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER deals_audit_baseline_due AFTER INSERT ON deals FOR EACH ROW EXECUTE FUNCTION audit_baseline_due();
--> statement-breakpoint
-- Written by hand from here on. The mark beside every name follows every write to an address, whatever makes it.
CREATE FUNCTION user_email_verified(person uuid) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT 1 FROM user_emails WHERE user_id = person AND is_primary AND verified_at IS NOT NULL)
$$;--> statement-breakpoint
-- An account that was deleted has released its address; what it wrote before is not marked for that.
CREATE FUNCTION user_verified_follows_emails() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE users SET email_verified = NOT email_verified
  WHERE id IN (OLD.user_id, NEW.user_id) AND status <> 'deleted' AND email_verified <> user_email_verified(id);
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER user_emails_verified AFTER INSERT OR UPDATE OF is_primary, verified_at OR DELETE ON user_emails
  FOR EACH ROW EXECUTE FUNCTION user_verified_follows_emails();--> statement-breakpoint
CREATE FUNCTION user_verified_follows_status() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.email_verified := user_email_verified(NEW.id);
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER users_verified_status BEFORE UPDATE OF status ON users
  FOR EACH ROW WHEN (OLD.status = 'deleted' AND NEW.status <> 'deleted')
  EXECUTE FUNCTION user_verified_follows_status();--> statement-breakpoint
-- A verified address stands before one that was only claimed at registration.
UPDATE user_emails claim SET is_primary = false
WHERE claim.is_primary AND claim.verified_at IS NULL AND claim.can_sign_in
  AND EXISTS (SELECT 1 FROM user_emails held WHERE held.user_id = claim.user_id AND held.verified_at IS NOT NULL);--> statement-breakpoint
UPDATE user_emails held SET is_primary = true
WHERE held.verified_at IS NOT NULL
  AND NOT EXISTS (SELECT 1 FROM user_emails other WHERE other.user_id = held.user_id AND other.is_primary)
  AND held.email = (SELECT first.email FROM user_emails first
    WHERE first.user_id = held.user_id AND first.verified_at IS NOT NULL ORDER BY first.created_at, first.email LIMIT 1);--> statement-breakpoint
UPDATE users SET email_verified = true
WHERE NOT email_verified AND (user_email_verified(id) OR status = 'deleted');
