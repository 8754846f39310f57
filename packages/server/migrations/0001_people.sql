-- Search by any part of a name or address.
CREATE EXTENSION IF NOT EXISTS pg_trgm;--> statement-breakpoint
CREATE TABLE "admin_log" (
	"id" uuid PRIMARY KEY NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"actor_id" uuid NOT NULL,
	"action" text NOT NULL,
	"target_type" text NOT NULL,
	"target_id" text NOT NULL,
	"org_id" uuid,
	"before" jsonb,
	"after" jsonb
);
--> statement-breakpoint
CREATE TABLE "cms_pages" (
	"page_id" text PRIMARY KEY NOT NULL,
	"version" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "cms_revisions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"page_id" text NOT NULL,
	"key" text NOT NULL,
	"value" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"by" uuid
);
--> statement-breakpoint
CREATE TABLE "cms_texts" (
	"page_id" text NOT NULL,
	"key" text NOT NULL,
	"value" text,
	"updated_at" timestamp (3) with time zone,
	"updated_by" uuid,
	"draft_value" text,
	"draft_updated_at" timestamp (3) with time zone,
	CONSTRAINT "cms_texts_page_id_key_pk" PRIMARY KEY("page_id","key")
);
--> statement-breakpoint
CREATE TABLE "email_codes" (
	"user_id" uuid NOT NULL,
	"email" text NOT NULL,
	"code_digest" text NOT NULL,
	"tries" integer NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "email_codes_user_id_email_pk" PRIMARY KEY("user_id","email")
);
--> statement-breakpoint
CREATE TABLE "magic_links" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"user_id" uuid,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "invite_codes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"code" text NOT NULL,
	"description" text,
	"created_by" uuid NOT NULL,
	"max_uses" integer,
	"uses_count" integer DEFAULT 0 NOT NULL,
	"role" text NOT NULL,
	"org_id" uuid,
	"is_active" boolean NOT NULL,
	"expires_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "invite_codes_code_unique" UNIQUE("code")
);
--> statement-breakpoint
CREATE TABLE "org_invitations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"org_id" uuid NOT NULL,
	"email" text NOT NULL,
	"role" text NOT NULL,
	"team_id" uuid,
	"token_hash" text NOT NULL,
	"invited_by" uuid NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"closed_at" timestamp (3) with time zone,
	"accepted_by" uuid,
	CONSTRAINT "org_invitations_token_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "purged_deals" (
	"purge_id" uuid NOT NULL,
	"deal_id" text NOT NULL,
	"org_id" uuid,
	"keys" jsonb NOT NULL,
	"kept_checkpoints" integer NOT NULL,
	"done" boolean NOT NULL,
	CONSTRAINT "purged_deals_purge_id_deal_id_pk" PRIMARY KEY("purge_id","deal_id")
);
--> statement-breakpoint
CREATE TABLE "purges" (
	"id" uuid PRIMARY KEY NOT NULL,
	"request" text NOT NULL,
	"started_by" uuid NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"finished_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "team_members" (
	"org_id" uuid NOT NULL,
	"team_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "team_members_team_id_user_id_pk" PRIMARY KEY("team_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "teams" (
	"id" uuid PRIMARY KEY NOT NULL,
	"org_id" uuid NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "teams_in_org" UNIQUE("org_id","id")
);
--> statement-breakpoint
DROP INDEX "user_emails_sign_in";--> statement-breakpoint
ALTER TABLE "deals" ADD COLUMN "last_activity_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "user_emails" ADD COLUMN "password_tag" integer;--> statement-breakpoint
ALTER TABLE "user_emails" ADD COLUMN "replaces" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "search_text" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "admin_log" ADD CONSTRAINT "admin_log_actor_id_users_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cms_revisions" ADD CONSTRAINT "cms_revisions_page_id_cms_pages_page_id_fk" FOREIGN KEY ("page_id") REFERENCES "public"."cms_pages"("page_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cms_revisions" ADD CONSTRAINT "cms_revisions_by_users_id_fk" FOREIGN KEY ("by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cms_texts" ADD CONSTRAINT "cms_texts_page_id_cms_pages_page_id_fk" FOREIGN KEY ("page_id") REFERENCES "public"."cms_pages"("page_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cms_texts" ADD CONSTRAINT "cms_texts_updated_by_users_id_fk" FOREIGN KEY ("updated_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "email_codes" ADD CONSTRAINT "email_codes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "magic_links" ADD CONSTRAINT "magic_links_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invite_codes" ADD CONSTRAINT "invite_codes_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invite_codes" ADD CONSTRAINT "invite_codes_org_id_orgs_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."orgs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "org_invitations" ADD CONSTRAINT "org_invitations_org_id_orgs_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."orgs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "org_invitations" ADD CONSTRAINT "org_invitations_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "org_invitations" ADD CONSTRAINT "org_invitations_invited_by_users_id_fk" FOREIGN KEY ("invited_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "org_invitations" ADD CONSTRAINT "org_invitations_accepted_by_users_id_fk" FOREIGN KEY ("accepted_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "purged_deals" ADD CONSTRAINT "purged_deals_purge_id_purges_id_fk" FOREIGN KEY ("purge_id") REFERENCES "public"."purges"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "purges" ADD CONSTRAINT "purges_started_by_users_id_fk" FOREIGN KEY ("started_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "team_members" ADD CONSTRAINT "team_members_org_id_team_id_teams_org_id_id_fk" FOREIGN KEY ("org_id","team_id") REFERENCES "public"."teams"("org_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "team_members" ADD CONSTRAINT "team_members_org_id_user_id_org_members_org_id_user_id_fk" FOREIGN KEY ("org_id","user_id") REFERENCES "public"."org_members"("org_id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "teams" ADD CONSTRAINT "teams_org_id_orgs_id_fk" FOREIGN KEY ("org_id") REFERENCES "public"."orgs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "admin_log_newest" ON "admin_log" USING btree ("at","id");--> statement-breakpoint
CREATE INDEX "admin_log_actor" ON "admin_log" USING btree ("actor_id","at","id");--> statement-breakpoint
CREATE INDEX "admin_log_action" ON "admin_log" USING btree ("action","at","id");--> statement-breakpoint
CREATE INDEX "admin_log_target" ON "admin_log" USING btree ("target_id","at","id");--> statement-breakpoint
CREATE INDEX "cms_revisions_newest" ON "cms_revisions" USING btree ("page_id","key","at","id");--> statement-breakpoint
CREATE INDEX "email_codes_expires" ON "email_codes" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "magic_links_expires" ON "magic_links" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "magic_links_user" ON "magic_links" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "invite_codes_newest" ON "invite_codes" USING btree ("created_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "org_invitations_open" ON "org_invitations" USING btree ("org_id","email") WHERE "org_invitations"."closed_at" IS NULL;--> statement-breakpoint
CREATE INDEX "org_invitations_newest" ON "org_invitations" USING btree ("org_id","created_at","id");--> statement-breakpoint
CREATE INDEX "org_invitations_team" ON "org_invitations" USING btree ("team_id");--> statement-breakpoint
CREATE INDEX "org_invitations_expires" ON "org_invitations" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "purges_request" ON "purges" USING btree ("request","started_at");--> statement-breakpoint
CREATE INDEX "team_members_joined" ON "team_members" USING btree ("team_id","created_at","user_id");--> statement-breakpoint
CREATE INDEX "team_members_user" ON "team_members" USING btree ("org_id","user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "teams_name" ON "teams" USING btree ("org_id",lower("name"));--> statement-breakpoint
CREATE INDEX "teams_oldest" ON "teams" USING btree ("org_id","created_at","id");--> statement-breakpoint
CREATE INDEX "org_members_joined" ON "org_members" USING btree ("org_id","created_at","user_id");--> statement-breakpoint
CREATE INDEX "orgs_newest" ON "orgs" USING btree ("created_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "user_emails_held" ON "user_emails" USING btree ("email") WHERE "user_emails"."verified_at" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "users_newest" ON "users" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "users_status_newest" ON "users" USING btree ("status","created_at","id");--> statement-breakpoint
CREATE INDEX "users_search" ON "users" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
-- What superadmins search in follows every write to a name or an address, whatever makes it.
CREATE FUNCTION user_search_text(person uuid, name text) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT lower(name || coalesce((SELECT string_agg(E'\n' || email, '' ORDER BY email) FROM user_emails WHERE user_id = person), ''))
$$;--> statement-breakpoint
CREATE FUNCTION user_search_follows_name() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.search_text := user_search_text(NEW.id, NEW.display_name);
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER users_search_name BEFORE INSERT OR UPDATE OF display_name ON users
  FOR EACH ROW EXECUTE FUNCTION user_search_follows_name();--> statement-breakpoint
CREATE FUNCTION user_search_follows_emails() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE users SET search_text = user_search_text(id, display_name) WHERE id IN (OLD.user_id, NEW.user_id);
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER user_emails_search AFTER INSERT OR UPDATE OR DELETE ON user_emails
  FOR EACH ROW EXECUTE FUNCTION user_search_follows_emails();--> statement-breakpoint
UPDATE users SET search_text = user_search_text(id, display_name);
