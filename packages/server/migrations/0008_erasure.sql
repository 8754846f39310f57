CREATE TABLE "blob_claims" (
	"id" uuid PRIMARY KEY NOT NULL,
	"deal_id" text NOT NULL,
	"sha256" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
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
ALTER TABLE "erasures" ADD CONSTRAINT "erasures_transfer_to_users_id_fk" FOREIGN KEY ("transfer_to") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "erasures" ADD CONSTRAINT "erasures_requested_by_users_id_fk" FOREIGN KEY ("requested_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "blob_claims_deal" ON "blob_claims" USING btree ("deal_id");--> statement-breakpoint
CREATE INDEX "blob_claims_blob" ON "blob_claims" USING btree ("sha256");--> statement-breakpoint
CREATE INDEX "blob_claims_oldest" ON "blob_claims" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "erasures_target" ON "erasures" USING btree ("target_type","target_id");--> statement-breakpoint
CREATE INDEX "erasures_unfinished" ON "erasures" USING btree ("lease_until") WHERE "erasures"."finished_at" IS NULL;--> statement-breakpoint
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
