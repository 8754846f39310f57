CREATE TABLE "comment_reactions" (
	"comment_id" uuid NOT NULL,
	"emoji" text NOT NULL,
	"user_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "comment_reactions_comment_id_emoji_user_id_pk" PRIMARY KEY("comment_id","emoji","user_id")
);
--> statement-breakpoint
CREATE TABLE "comment_replies" (
	"id" uuid PRIMARY KEY NOT NULL,
	"comment_id" uuid NOT NULL,
	"author_id" uuid NOT NULL,
	"content" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"edited_at" timestamp (3) with time zone,
	"mentioned" uuid[] NOT NULL
);
--> statement-breakpoint
CREATE TABLE "comment_revisions" (
	"comment_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"content" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "comment_revisions_comment_id_version_pk" PRIMARY KEY("comment_id","version")
);
--> statement-breakpoint
CREATE TABLE "comments" (
	"id" uuid PRIMARY KEY NOT NULL,
	"deal_id" text NOT NULL,
	"section_key" text,
	"comment_type" text NOT NULL,
	"author_id" uuid NOT NULL,
	"content" text NOT NULL,
	"status" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"edited_at" timestamp (3) with time zone,
	"resolved_by" uuid,
	"resolved_at" timestamp (3) with time zone,
	"anchor_text" text,
	"anchor_prefix" text,
	"anchor_suffix" text,
	"anchor_position" integer,
	"anchor_status" text NOT NULL,
	"mentioned" uuid[] NOT NULL,
	"suggestion" jsonb,
	"version" integer NOT NULL,
	"reply_count" integer NOT NULL,
	"deleted_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "deal_seen" (
	"deal_id" text NOT NULL,
	"user_id" uuid NOT NULL,
	"seq" bigint NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "deal_seen_deal_id_user_id_pk" PRIMARY KEY("deal_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "deal_teams" (
	"deal_id" text NOT NULL,
	"team_id" uuid NOT NULL,
	"role" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "deal_teams_deal_id_team_id_pk" PRIMARY KEY("deal_id","team_id")
);
--> statement-breakpoint
CREATE TABLE "journal_heads" (
	"deal_id" text PRIMARY KEY NOT NULL,
	"seq" bigint NOT NULL,
	"hash" text NOT NULL,
	"last_at" timestamp (3) with time zone,
	"retrievals" integer NOT NULL,
	"discourse" integer NOT NULL,
	"activity" integer NOT NULL,
	"readiness" integer NOT NULL,
	"llm_calls" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "superadmin_grants" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"deal_id" text NOT NULL,
	"reason" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "journal" (
	"deal_id" text NOT NULL,
	"seq" bigint NOT NULL,
	"ts" timestamp (3) with time zone NOT NULL,
	"kind" text NOT NULL,
	"type" text NOT NULL,
	"actor_id" uuid,
	"by_superadmin" boolean NOT NULL,
	"data" text,
	"salt" text,
	"data_digest" text NOT NULL,
	"prev_hash" text NOT NULL,
	"hash" text NOT NULL,
	"signature" text NOT NULL,
	CONSTRAINT "journal_deal_id_seq_pk" PRIMARY KEY("deal_id","seq")
);
--> statement-breakpoint
CREATE TABLE "notification_counters" (
	"user_id" uuid NOT NULL,
	"deal_id" text NOT NULL,
	"unread" integer NOT NULL,
	CONSTRAINT "notification_counters_user_id_deal_id_pk" PRIMARY KEY("user_id","deal_id")
);
--> statement-breakpoint
CREATE TABLE "notification_heads" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"seq" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "notifications" (
	"user_id" uuid NOT NULL,
	"seq" bigint NOT NULL,
	"id" uuid NOT NULL,
	"deal_id" text NOT NULL,
	"type" text NOT NULL,
	"comment_id" uuid,
	"section_key" text,
	"actor_id" uuid NOT NULL,
	"snippet" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"read_at" timestamp (3) with time zone,
	CONSTRAINT "notifications_user_id_seq_pk" PRIMARY KEY("user_id","seq"),
	CONSTRAINT "notifications_id_unique" UNIQUE("id")
);
--> statement-breakpoint
CREATE TABLE "deal_metrics" (
	"deal_id" text NOT NULL,
	"metric_key" text NOT NULL,
	"label" text NOT NULL,
	"unit" text NOT NULL,
	"value" double precision,
	"position" integer NOT NULL,
	"version" integer NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "deal_metrics_deal_id_metric_key_pk" PRIMARY KEY("deal_id","metric_key")
);
--> statement-breakpoint
CREATE TABLE "feedback" (
	"id" uuid PRIMARY KEY NOT NULL,
	"deal_id" text NOT NULL,
	"section_key" text NOT NULL,
	"user_id" uuid NOT NULL,
	"section_version" integer NOT NULL,
	"rating" integer NOT NULL,
	"comment" text,
	"tags" text[] NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"counts" boolean NOT NULL
);
--> statement-breakpoint
CREATE TABLE "section_versions" (
	"deal_id" text NOT NULL,
	"section_key" text NOT NULL,
	"version" integer NOT NULL,
	"title" text NOT NULL,
	"content" text NOT NULL,
	"updated_by" uuid,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "section_versions_deal_id_section_key_version_pk" PRIMARY KEY("deal_id","section_key","version")
);
--> statement-breakpoint
CREATE TABLE "sections" (
	"deal_id" text NOT NULL,
	"section_key" text NOT NULL,
	"title" text NOT NULL,
	"content" text NOT NULL,
	"version" integer NOT NULL,
	"position" integer NOT NULL,
	"cited" text[] NOT NULL,
	"stale" boolean NOT NULL,
	"fence" bigint NOT NULL,
	"updated_by" uuid,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "sections_deal_id_section_key_pk" PRIMARY KEY("deal_id","section_key")
);
--> statement-breakpoint
DROP INDEX "deals_org";--> statement-breakpoint
ALTER TABLE "deals" ADD COLUMN "archived_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "deals" ADD COLUMN "decision" text;--> statement-breakpoint
ALTER TABLE "deals" ADD COLUMN "rationale" text;--> statement-breakpoint
ALTER TABLE "deals" ADD COLUMN "decided_by" uuid;--> statement-breakpoint
ALTER TABLE "deals" ADD COLUMN "decided_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "comment_reactions" ADD CONSTRAINT "comment_reactions_comment_id_comments_id_fk" FOREIGN KEY ("comment_id") REFERENCES "public"."comments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "comment_reactions" ADD CONSTRAINT "comment_reactions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "comment_replies" ADD CONSTRAINT "comment_replies_comment_id_comments_id_fk" FOREIGN KEY ("comment_id") REFERENCES "public"."comments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "comment_replies" ADD CONSTRAINT "comment_replies_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "comment_revisions" ADD CONSTRAINT "comment_revisions_comment_id_comments_id_fk" FOREIGN KEY ("comment_id") REFERENCES "public"."comments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "comments" ADD CONSTRAINT "comments_deal_id_deals_id_fk" FOREIGN KEY ("deal_id") REFERENCES "public"."deals"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "comments" ADD CONSTRAINT "comments_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "comments" ADD CONSTRAINT "comments_resolved_by_users_id_fk" FOREIGN KEY ("resolved_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deal_seen" ADD CONSTRAINT "deal_seen_deal_id_deals_id_fk" FOREIGN KEY ("deal_id") REFERENCES "public"."deals"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deal_seen" ADD CONSTRAINT "deal_seen_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deal_teams" ADD CONSTRAINT "deal_teams_deal_id_deals_id_fk" FOREIGN KEY ("deal_id") REFERENCES "public"."deals"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deal_teams" ADD CONSTRAINT "deal_teams_team_id_teams_id_fk" FOREIGN KEY ("team_id") REFERENCES "public"."teams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "journal_heads" ADD CONSTRAINT "journal_heads_deal_id_deals_id_fk" FOREIGN KEY ("deal_id") REFERENCES "public"."deals"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "superadmin_grants" ADD CONSTRAINT "superadmin_grants_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "superadmin_grants" ADD CONSTRAINT "superadmin_grants_deal_id_deals_id_fk" FOREIGN KEY ("deal_id") REFERENCES "public"."deals"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "journal" ADD CONSTRAINT "journal_deal_id_deals_id_fk" FOREIGN KEY ("deal_id") REFERENCES "public"."deals"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "journal" ADD CONSTRAINT "journal_actor_id_users_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_counters" ADD CONSTRAINT "notification_counters_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_counters" ADD CONSTRAINT "notification_counters_deal_id_deals_id_fk" FOREIGN KEY ("deal_id") REFERENCES "public"."deals"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_heads" ADD CONSTRAINT "notification_heads_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_deal_id_deals_id_fk" FOREIGN KEY ("deal_id") REFERENCES "public"."deals"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_actor_id_users_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deal_metrics" ADD CONSTRAINT "deal_metrics_deal_id_deals_id_fk" FOREIGN KEY ("deal_id") REFERENCES "public"."deals"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "feedback" ADD CONSTRAINT "feedback_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "feedback" ADD CONSTRAINT "feedback_deal_id_section_key_sections_deal_id_section_key_fk" FOREIGN KEY ("deal_id","section_key") REFERENCES "public"."sections"("deal_id","section_key") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "section_versions" ADD CONSTRAINT "section_versions_updated_by_users_id_fk" FOREIGN KEY ("updated_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "section_versions" ADD CONSTRAINT "section_versions_deal_id_section_key_sections_deal_id_section_key_fk" FOREIGN KEY ("deal_id","section_key") REFERENCES "public"."sections"("deal_id","section_key") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sections" ADD CONSTRAINT "sections_deal_id_deals_id_fk" FOREIGN KEY ("deal_id") REFERENCES "public"."deals"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sections" ADD CONSTRAINT "sections_updated_by_users_id_fk" FOREIGN KEY ("updated_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "comment_replies_oldest" ON "comment_replies" USING btree ("comment_id","created_at","id");--> statement-breakpoint
CREATE INDEX "comment_replies_words" ON "comment_replies" USING gin (to_tsvector('simple', "content"));--> statement-breakpoint
CREATE INDEX "comments_newest" ON "comments" USING btree ("deal_id","created_at","id") WHERE "comments"."deleted_at" IS NULL;--> statement-breakpoint
CREATE INDEX "comments_section" ON "comments" USING btree ("deal_id","section_key","created_at","id") WHERE "comments"."deleted_at" IS NULL;--> statement-breakpoint
CREATE INDEX "comments_updated" ON "comments" USING btree ("deal_id","updated_at") WHERE "comments"."deleted_at" IS NULL;--> statement-breakpoint
CREATE INDEX "comments_open_blockers" ON "comments" USING btree ("deal_id") WHERE "comments"."comment_type" = 'blocker' AND "comments"."status" = 'open' AND "comments"."deleted_at" IS NULL;--> statement-breakpoint
CREATE INDEX "comments_words" ON "comments" USING gin (to_tsvector('simple', "content"));--> statement-breakpoint
CREATE INDEX "deal_teams_team" ON "deal_teams" USING btree ("team_id");--> statement-breakpoint
CREATE INDEX "superadmin_grants_expires" ON "superadmin_grants" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "notification_counters_some" ON "notification_counters" USING btree ("user_id") WHERE "notification_counters"."unread" > 0;--> statement-breakpoint
CREATE INDEX "notifications_of_deal" ON "notifications" USING btree ("user_id","deal_id","seq");--> statement-breakpoint
CREATE INDEX "notifications_unread" ON "notifications" USING btree ("user_id","seq") WHERE "notifications"."read_at" IS NULL;--> statement-breakpoint
CREATE INDEX "notifications_of_comment" ON "notifications" USING btree ("comment_id") WHERE "notifications"."comment_id" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "notifications_deal" ON "notifications" USING btree ("deal_id");--> statement-breakpoint
CREATE UNIQUE INDEX "feedback_counts" ON "feedback" USING btree ("deal_id","section_key","user_id") WHERE "feedback"."counts";--> statement-breakpoint
ALTER TABLE "deals" ADD CONSTRAINT "deals_decided_by_users_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "deals_org" ON "deals" USING btree ("org_id",coalesce("last_activity_at", "created_at"),"id");--> statement-breakpoint
-- Deals from before the journal begin an empty one.
INSERT INTO journal_heads (deal_id, seq, hash, retrievals, discourse, activity, readiness, llm_calls)
  SELECT id, 0, repeat('0', 64), 0, 0, 0, 0, 0 FROM deals;--> statement-breakpoint
UPDATE deals SET status = 'open', archived_at = updated_at WHERE status = 'archived';
