CREATE TABLE "deal_invitations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"deal_id" text NOT NULL,
	"email" text NOT NULL,
	"role" text NOT NULL,
	"access_until" timestamp (3) with time zone NOT NULL,
	"token_hash" text NOT NULL,
	"invited_by" uuid NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"sent_at" timestamp (3) with time zone NOT NULL,
	"mails" integer NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"closed_at" timestamp (3) with time zone,
	"accepted_by" uuid,
	"by_superadmin" boolean DEFAULT false NOT NULL,
	CONSTRAINT "deal_invitations_token_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
ALTER TABLE "deal_members" ADD COLUMN "guest_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "deal_members" ADD COLUMN "guest_version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "deal_members" ADD COLUMN "guest_warned_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "deal_invitations" ADD CONSTRAINT "deal_invitations_deal_id_deals_id_fk" FOREIGN KEY ("deal_id") REFERENCES "public"."deals"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deal_invitations" ADD CONSTRAINT "deal_invitations_invited_by_users_id_fk" FOREIGN KEY ("invited_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deal_invitations" ADD CONSTRAINT "deal_invitations_accepted_by_users_id_fk" FOREIGN KEY ("accepted_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "deal_invitations_open" ON "deal_invitations" USING btree ("deal_id","email") WHERE "deal_invitations"."closed_at" IS NULL;--> statement-breakpoint
CREATE INDEX "deal_invitations_expires" ON "deal_invitations" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "deal_invitations_newest" ON "deal_invitations" USING btree ("deal_id","created_at","id");--> statement-breakpoint
CREATE INDEX "deal_members_guests" ON "deal_members" USING btree ("guest_until") WHERE "deal_members"."guest_until" IS NOT NULL;--> statement-breakpoint
ALTER TABLE "deal_members" ADD CONSTRAINT "deal_members_guest_role" CHECK ("deal_members"."guest_until" IS NULL OR "deal_members"."role" IN ('viewer', 'commenter'));